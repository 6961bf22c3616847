"""Polish."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

POLISH = Lexicon(
    code="pl",
    days=(
        """
            poniedziałek|pn|po|poniedziałku|poniedziałki|pon|poniedziałkiem|poniedzialek|poniedziałków|
            pnd|poniedz
        """,
        "wtorek|wt|wtorku|wtorki|wtorkiem|wtorków|wto",
        "środa|śr|środy|środę|środzie|sro|środą|śród|sr",
        "czwartek|cz|czw|czwartku|czwartki|czwartkiem|czwartków|czwart",
        "piątek|pt|pi|piątku|piątki|piątkiem|piątków|ptk|pia",
        "sobota|so|sb|sob|soboty|sobotę|sobocie|sobotą|sobót",
        """
            niedziela|nd|ndz|niedz|niedzielę|niedziele|niedzieli|niedzielą|nie dziela|ni|niedziel
        """,
    ),
    weekdays="""
        dni robocze|dni powszednie|w tygodniu|dzień roboczy|w dni robocze|dniach roboczych|
        w dni powszednie|robocze|w dniach roboczych|dni roboczych|dzień powszedni|roboczych|
        tydzień roboczy
    """,
    weekend="weekend|weekendy|w weekendy|w weekend|weekendu|weekendów|weekendach|w weekendach",
    daily="""
        codziennie|każdego dnia|wszystkie dni|7 dni w tygodniu|7 dni|cały tydzień|siedem dni w tygodniu|
        7/7|przez cały tydzień|we wszystkie dni tygodnia|przez 7 dni w tygodniu|cały rok|365 dni w roku|
        wszystkie dni tygodnia|przez cały rok|w każdy dzień|każdy dzień|365 dni
    """,
    holidays="""
        święta|święto|dni świąteczne|świąteczne|w święta|dni ustawowo wolne|ph|sh|święta i dni wolne|
        dni ustawowo wolne od pracy|dni wolne od pracy|wigilia|wielkanoc|boże narodzenie|nowy rok|świąt|
        dni wolne|sylwester|niedziele handlowe|niedziela handlowa|święta państwowe|świętami
    """,
    to="to|po",
    until="do|aż do|do godz|do godziny",
    and_="i|oraz|lub|a także|także|a|również|&|albo|jak również|and",
    from_="od|z|od godz|od godziny",
    between="między|pomiędzy",
    closed="""
        nieczynne|zamknięte|zamknięty|nieczynny|zamknięta|nieczynna|wolne|zamk|nieczyn|dzień wolny|
        nie pracuje|nie pracujemy|off|closed|zamknięcie|niecz|sklep nieczynny|sklep zamknięty|nieczynni|
        lokal nieczynny|nie otwieramy|brak przyjęć
    """,
    except_="oprócz|z wyjątkiem|poza|za wyjątkiem|prócz|bez|z wyj|wyjąwszy|wyłączając",
    pause="""
        przerwa|przerwa obiadowa|przerwie|przerwą|przerwa śniadaniowa|przerwy|z przerwą|przerwa w godz|
        przerwa w godzinach|przerwa techniczna
    """,
    meal="lunch|obiad|obiady",
    always="""
        24/7|całodobowo|całą dobę|24h|24 h|24 godziny|24 godz|non stop 24h|całodobowy|całodobowe|
        24h na dobę|24 godziny na dobę|całodobowa|przez całą dobę|24h/7|24h/24|24 godziny/7|całodob|
        24h/dobę|dzień i noc
    """,
    noon="południe|południa|w południe|w samo południe",
    midnight="północ|północy|o północy|do północy",
    am="rano|przed południem|ranem|ranki",
    pm="po południu|popołudniu|wieczorem|wieczór|wieczora|popołudnie|popoł|wieczory",
    night="w nocy|nocą|noc|nocy",
    unit="godz|godziny|h|godzinie|godzina|g|godzin|godzinach|godzinami|hrs",
    appointment="""
        po uzgodnieniu|po wcześniejszym uzgodnieniu|na telefon|na życzenie|po umówieniu|umówienie|
        umówieniu|po wcześniejszym umówieniu|po uprzednim uzgodnieniu|telefonicznie|do uzgodnienia|
        po telefonicznym uzgodnieniu|wizyty umówione|na zapisy|rezerwacja|po rezerwacji|
        na umówioną wizytę|prosimy o kontakt|po kontakcie|na zamówienie|wg uzgodnień|
        po uprzednim umówieniu|prosimy dzwonić|proszę dzwonić|zapisy|po wcześniejszej rezerwacji|
        na rezerwację|po wcześniejszym kontakcie|po ustaleniu|wizyty po umówieniu|
        po wcześniejszym kontakcie telefonicznym|po kontakcie telefonicznym|po telefonicznym umówieniu|
        po uzgodnieniu telefonicznym
    """,
    only="tylko|wyłącznie|jedynie",
    filler="""
        czynne|otwarte|otwarty|czynny|otwarta|czynna|godziny otwarcia|godziny pracy|w|we|na|o|dni|dzień|
        sklep|biuro|otwarcia|pracy|zapraszamy|pracujemy|jesteśmy|jest|bez przerwy|bez przerw|
        w godzinach|w godz|w godzinach od|urząd|restauracja|lokal|muzeum|godziny przyjęć|przyjęć|każda|
        każdą|każdy|włącznie|cały dzień|nasze|recepcja|gabinet|otwieramy|przyjmujemy|interesantów|
        obsługa|nonstop|non-stop|non stop|tydzień|kolacja|śniadania|obsługa klienta|sekretariat|
        czynne od|tygodnia|są|w dniach|dniach|godz otwarcia|godz pracy|czas pracy|dla|klientów|
        soboty handlowe|poradnia|przychodnia|apteka|salon|nas|u|brunch
    """,
    refuse={
        "season": """
            lato|zima|zimą|latem|wiosna|jesień|sezon|sezonie|poza sezonem|styczeń|stycznia|luty|lutego|
            marzec|marca|kwiecień|kwietnia|maj|maja|czerwiec|czerwca|lipiec|lipca|sierpień|sierpnia|
            wrzesień|września|październik|października|listopad|listopada|grudzień|grudnia|wakacje|
            ferie|okres|okresie|sezonu|zimowy|letni|letnim|wakacjach|wakacji|w sezonie|lecie|zimie|
            zimowym
        """,
        "some weeks": """
            pierwsza|pierwszy|druga|drugi|trzecia|trzeci|czwarty|ostatnia|ostatni|miesiąca|w miesiącu|
            co drugi|co druga|parzyste|nieparzyste|dziś|dzisiaj|miesiąc|jutro|co dwa tygodnie|pierwszą|
            drugą|trzecią|ostatnią|co drugą|co dwa|co drugie|wybrane|wybrana
        """,
        "open end": """
            ostatniego klienta|do ostatniego klienta|zmroku|zmierzchu|świtu|wyczerpania|wschodu|zachodu|
            ostatnie wejście|do odwołania|ostatni klient|oporu|do późna|do późnych godzin|
            ostatniego gościa|do ostatniego gościa
        """,
        "closed for good": """
            zamknięte na stałe|na stałe|tymczasowo zamknięte|tymczasowo|zlikwidowany|czasowo|remont|
            odwołania|zamknięte do odwołania|urlop|likwidacja|nieczynne do odwołania|zlikwidowane|
            remontu|z powodu remontu|trwale zamknięte|trwale|zlikwidowana|na zawsze
        """,
        "varies": """
            zmienne|różnie|około|ok|zależnie|w zależności|nieregularnie|elastyczne|mogą ulec zmianie|
            zależy|różne|zależności|pogody
        """,
        "other service": """
            kuchnia|dostawa|dostawy|bankomat|msza|msze|infolinia|dyżur|na wynos|happy hour|pogotowie|
            kasa|wpłatomat|paczkomat|odbiór|msze święte|kasy
        """,
    },
)
