"""German."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

GERMAN = Lexicon(
    code="de",
    days=(
        "montag|mo|montags|montage|montagen",
        "dienstag|di|dienstags|dienstage|dienstagen",
        "mittwoch|mi|mittwochs|mittwoche",
        "donnerstag|do|donnerstags|donnerstage|donnerstagen",
        "freitag|fr|freitags|freitage|freitagen",
        "samstag|sa|samstags|sonnabend|sonnabends|samstage|samstagen",
        "sonntag|so|sonntags|sonntage|sonntagen|sonn",
    ),
    weekdays="""
        werktags|wochentags|werktage|wochentage|werktagen|unter der woche|an werktagen|werktäglich|
        wochentagen
    """,
    weekend="wochenende|wochenenden|we|am wochenende|wochenends|an wochenenden",
    daily="""
        täglich|tägl|jeden tag|alle tage|7 tage die woche|7 tage|sieben tage|ganze woche|
        die ganze woche|7/7|7 tage/woche|an allen tagen|sieben tage die woche|tgl|365 tage im jahr|
        ganzjährig|365 tage|ganzjährig geöffnet|jeden tag der woche|alle wochentage|7 tage in der woche
    """,
    holidays="""
        feiertag|feiertage|feiertagen|feiertags|feiertg|gesetzliche feiertage|gesetzlichen feiertagen|
        ph|sh|vor feiertagen|ft|feiert|weihnachten|neujahr|ostern|silvester|heiligabend|schulferien|
        vorfeiertage|karfreitag|ostermontag|pfingstmontag|feier
    """,
    to="bis einschließlich|to",
    until="bis|bis um|bis zu|-bis",
    and_="und|u|sowie|auch|als auch|bzw|oder|&|and|ebenso",
    from_="von|ab|v|beginnend",
    between="zwischen",
    closed="""
        geschlossen|ruhetag|ruhetage|zu|geschl|nicht geöffnet|dicht|schließtag|schließtage|kein betrieb|
        ganztägig geschlossen|haben wir geschlossen|bleibt geschlossen|ist ruhetag|off|closed|
        wir haben geschlossen|ist geschlossen|ganztags geschlossen|kein verkauf|keine sprechstunde|frei
    """,
    except_="außer|ausser|ausgenommen|mit ausnahme von|mit ausnahme|nicht|bis auf|ausgen|exkl",
    pause="""
        mittagspause|pause|mittags geschlossen|mittagsruhe|pausenzeit|über mittag geschlossen|
        mittag geschlossen|unterbrechung|mittagszeit geschlossen|über mittag|pausen
    """,
    meal="mittagstisch",
    always="""
        24/7|rund um die uhr|durchgehend geöffnet 24 stunden|24 stunden|24 std|24 stunden am tag|
        tag und nacht|24-stunden|24 stunden geöffnet|24h|24 h|24 stunden täglich|24stunden
    """,
    noon="mittag|mittags 12|12 uhr mittags",
    midnight="mitternacht|24 uhr nachts|mitternachts",
    am="vormittags|morgens|vormittag|früh|am vormittag|am morgen|vorm",
    pm="nachmittags|abends|nachmittag|abend|am nachmittag|am abend|nachm",
    night="nachts|in der nacht",
    unit="uhr|h|std|stunden|uhrzeit",
    appointment="""
        nach vereinbarung|nach absprache|termine nach vereinbarung|nach terminvereinbarung|auf anfrage|
        termin|termine|vereinbarung|nach telefonischer vereinbarung|nach tel vereinbarung|n v|nv|
        nach terminabsprache|auf anmeldung|nach anmeldung|mit termin|terminvereinbarung|telefonisch|
        nach voranmeldung|auf bestellung|nach telefonischer absprache|mit voranmeldung|terminabsprache|
        termin nach vereinbarung|auf vorbestellung|nach vorheriger absprache|
        nach vorheriger vereinbarung|gerne auch nach vereinbarung|bitte anrufen|anmeldung|
        nach individueller vereinbarung|individuelle termine|vorherige anmeldung|voranmeldung|
        nach tel absprache
    """,
    only="nur|ausschließlich",
    filler="""
        geöffnet|öffnungszeiten|offen|öffnungszeit|sprechzeiten|sprechstunden|sprechstunde|
        geschäftszeiten|bürozeiten|ladenöffnungszeiten|am|an|den|der|die|das|dem|im|in|um|jeweils|
        durchgehend|sind|wir|für|sie|mit|tag|haben|ist|hat|unsere|es|laden|büro|praxis|geschäft|
        restaurant|museum|auf|da|gilt|tage|jeden|jede|jeder|zeiten|ohne pause|ohne mittagspause|neue|
        aktuelle|reguläre|allgemeine|zeit|sonstige|immer|ganztags|wieder|stets|gern|gerne|öffnet|
        betriebszeiten|servicezeiten|verkaufszeiten|kernzeiten|uns|erreichen|finden|abendkasse|öffn|
        schaltzeiten|schalterstunden|öffnungstage|abendessen|frühstück|mittagessen|bei|zusätzlich|
        außerdem|unser|nonstop|non-stop|durchgängig|parteienverkehr|schalter|publikumsverkehr|
        besuchszeiten|besuchszeit|verkauf|ordinationszeiten|ordination|alle|montags- und|beide|s
    """,
    refuse={
        "season": """
            sommer|winter|frühling|frühjahr|herbst|saison|januar|jan|februar|feb|märz|mär|mrz|april|apr|
            mai|juni|jun|juli|jul|august|aug|september|sep|sept|oktober|okt|november|nov|dezember|dez|
            ferien|sommerzeit|winterzeit|semester|sommermonate|wintermonate|vorlesungszeit|
            vorlesungsfreie|hauptsaison|nebensaison|sommersaison|wintersaison|jänner|advent|
            in den ferien|fastenzeit
        """,
        "some weeks": """
            erster|ersten|erste|zweiten|zweite|dritten|dritte|vierten|vierte|letzter|letzten|letzte|
            monat|im monat|monatlich|alle zwei wochen|14-tägig|vierzehntägig|gerade|ungerade|ungeraden|
            geraden|alle 14 tage|heute|morgen|kw|zweiwöchentlich|jeden zweiten|kalenderwoche|
            kalenderwochen|monats|wechselnd|abwechselnd
        """,
        "open end": """
            open end|ende|ende offen|sonnenuntergang|sonnenaufgang|dämmerung|letzter einlass|einlass|
            letzter eintritt|open-end|ladenschluss|ausverkauft|küchenschluss|spät|dunkelheit|ausverkauf|
            betriebsschluss|schluss|warme küche bis
        """,
        "closed for good": """
            dauerhaft geschlossen|vorübergehend geschlossen|vorübergehend|dauerhaft|aufgegeben|
            bis auf weiteres|für immer|endgültig|endgültig geschlossen|aufgelöst|umbau|renovierung|
            betriebsferien|betriebsurlaub|urlaub
        """,
        "varies": """
            variabel|unregelmäßig|flexibel|ca|circa|etwa|wetter|wetterabhängig|unterschiedlich|
            variieren|nach wetterlage|je nach|bei schönem wetter|siehe|webseite|verschieden|gegen|
            bei gutem wetter|bei bedarf|nach bedarf|abhängig|meist|meistens
        """,
        "other service": """
            küche|lieferservice|lieferung|abholung|geldautomat|notdienst|notfall|hotline|telefonzeiten|
            gottesdienst|messe|happy hour|warme küche|kasse|drive-in|bereitschaft|lieferzeiten|
            bankautomat|telefonisch von|telefonsprechzeiten
        """,
    },
)
