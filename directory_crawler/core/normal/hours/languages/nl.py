"""Dutch."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

DUTCH = Lexicon(
    code="nl",
    days=(
        "maandag|ma|maandags|maandagen|'s maandags|op maandag",
        "dinsdag|di|dinsdags|dinsdagen|'s dinsdags",
        "woensdag|wo|woensdags|woensdagen|'s woensdags",
        "donderdag|do|donderdags|donderdagen|'s donderdags",
        "vrijdag|vr|vrijdags|vrijdagen|vrij|vry",
        "zaterdag|za|zaterdags|zaterdagen|zat|'s zaterdags",
        "zondag|zo|zondags|zondagen|'s zondags",
    ),
    weekdays="""
        werkdagen|weekdagen|doordeweeks|werkdag|op werkdagen|door de week|doordeweekse dagen|weekdag|
        op weekdagen|doordeweekse|door-de-weeks
    """,
    weekend="""
        weekend|weekeinde|weekends|in het weekend|weekenden|in de weekends|in de weekenden
    """,
    daily="""
        dagelijks|elke dag|iedere dag|alle dagen|7 dagen per week|7 dagen|7/7|7 op 7|hele week|
        de hele week|alle dagen van de week|zeven dagen per week|7 dagen op 7|7 dagen in de week|
        hele jaar|het hele jaar|7 dagen/week|365 dagen per jaar|elke dag van de week|het hele jaar door|
        zeven dagen in de week|7d/7
    """,
    holidays="""
        feestdagen|feestdag|officiële feestdagen|kerst|kerstmis|nieuwjaar|nieuwjaarsdag|pasen|
        koningsdag|ph|sh|eerste kerstdag|tweede kerstdag|hemelvaart|pinksteren|1e kerstdag|
        wettelijke feestdagen|erkende feestdagen|schoolvakanties|hemelvaartsdag|tweede paasdag|
        oudjaarsdag|nationale feestdagen|algemene feestdagen|paasmaandag
    """,
    to="t/m|tm|tot en met|t m|to|t.e.m.|tem|t e m|t.m.",
    until="tot|tot aan|-tot|tot uiterlijk",
    and_="en|of|alsook|ook|evenals|&|plus|and|alsmede|én",
    from_="van|vanaf|v.a.|va|af|vanaf om",
    between="tussen",
    closed="""
        gesloten|dicht|sluitingsdag|rustdag|gesl|niet open|sluitingsdagen|off|closed|niet geopend|
        vrije dag|zijn wij gesloten|is gesloten|zijn we gesloten|wij zijn gesloten|hele dag gesloten|
        de hele dag gesloten|wekelijkse sluitingsdag|we zijn gesloten|geen spreekuur
    """,
    except_="""
        behalve|uitgezonderd|m.u.v.|met uitzondering van|muv|m u v|exclusief|uitgez|behoudens
    """,
    pause="""
        pauze|lunchpauze|middagpauze|gesloten tijdens de lunch|gesloten tijdens lunch|middagsluiting|
        tussen de middag gesloten|lunchsluiting|onderbreking
    """,
    meal="lunch|middageten",
    always="""
        24/7|24 uur|24 uur per dag|dag en nacht|24u|24u/24|24u op 24|de klok rond|24 uur geopend|24 u|
        24 uur open|24 uur op 24|24h|24-uurs|24 op 24|24/24|vierentwintig uur per dag|24 u/24|24 uren|
        24 uur/dag
    """,
    noon="middaguur|12 uur 's middags|twaalf uur 's middags|noen",
    midnight="middernacht|12 uur 's nachts",
    am="""
        ochtend|'s ochtends|voormiddag|'s morgens|morgen vroeg|ochtends|ochtenden|vm|s ochtends|
        s morgens|in de ochtend|in de voormiddag
    """,
    pm="""
        middag|'s middags|namiddag|avond|'s avonds|avonds|middags|middagen|avonden|nm|s middags|
        s avonds|in de avond|in de middag|in de namiddag
    """,
    night="'s nachts|nacht|nachts|s nachts",
    unit="uur|u|h|uren|hrs",
    appointment="""
        op afspraak|afspraak|alleen op afspraak|na afspraak|volgens afspraak|enkel op afspraak|
        op aanvraag|na telefonische afspraak|bel|bellen|afspraken|in overleg|na reservering|
        op reservatie|reserveren|op verzoek|volgens overleg|na overleg|op telefonische afspraak|
        met afspraak|telefonische afspraak|na reservatie|maak een afspraak|afspraak maken|
        of op afspraak|reservatie|op bestelling
    """,
    only="alleen|enkel|uitsluitend",
    filler="""
        open|geopend|openingstijden|openingsuren|op|de|het|een|is|zijn|wij|we|om|dag|dagen|doorlopend|
        winkel|koopavond|onze|kantoor|kantooruren|bereikbaar|spreekuur|iedere|elke|in|doorlopend open|voor|
        zonder onderbreking|inclusief|incl|non-stop|non stop|nonstop|praktijk|restaurant|museum|opent|
        openingsdagen|diner|ontbijt|reguliere|normale|zonder middagsluiting|zonder pauze|balie|receptie|
        showroom|kantoortijden|tijden|bezoekuren|bezoektijden|uw|u bent|welkom|bent|publiek|
        doorgaans open|beide|beide dagen|vrije inloop|inloop|week|alle|openingstijd|dinsdags-|
        het kantoor|telkens|steeds|tijd|'s|secretariaat|gewone|brunch
    """,
    refuse={
        "season": """
            zomer|winter|lente|herfst|voorjaar|najaar|seizoen|januari|jan|februari|feb|maart|mrt|april|
            apr|mei|juni|jun|juli|jul|augustus|aug|september|sept|sep|oktober|okt|november|nov|december|
            dec|vakantie|laagseizoen|hoogseizoen|'s winters|'s zomers|schoolvakantie|zomermaanden|
            wintermaanden|vakanties|zomertijd|wintertijd|zomeruren|winteruren
        """,
        "some weeks": """
            eerste|tweede|derde|vierde|laatste|van de maand|maand|om de week|even weken|oneven weken|
            even|1e|2e|3e|4e|vandaag|maandelijks|tweewekelijks|om de twee weken|oneven|koopzondag|
            koopzondagen|1ste|2de|3de|per maand|weken|wisselend
        """,
        "open end": """
            laat|sluit|einde|zonsondergang|zonsopgang|laatste toegang|laatste bezoekers|uitverkocht|
            sluiting|sluitingstijd|tot laat|sluitingsuur|donker|late uurtjes|de late uurtjes|
            laatste ronde
        """,
        "closed for good": """
            permanent gesloten|permanent|definitief gesloten|definitief|tijdelijk gesloten|tijdelijk|
            voorgoed gesloten|tot nader order|verbouwing|wegens vakantie|jaarlijks verlof|verlof|
            voorgoed|opgeheven|wegens verbouwing|failliet|faillissement|tot nader bericht|
            gesloten wegens vakantie
        """,
        "varies": """
            variabel|wisselende|ongeveer|ca|circa|afhankelijk|flexibel|weersafhankelijk|rond|
            zie website|bij mooi weer|bij goed weer|onregelmatig|varieert|variëren|meestal
        """,
        "other service": """
            keuken|bezorging|afhalen|geldautomaat|spoed|spoedgevallen|noodgevallen|mis|kerkdienst|
            telefonisch|afhaal|bezorgen|telefonische|thuisbezorgd|kassa|pinautomaat|
            telefonisch bereikbaar
        """,
    },
)
