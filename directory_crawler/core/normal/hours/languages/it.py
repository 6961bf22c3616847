"""Italian."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

ITALIAN = Lexicon(
    code="it",
    days=(
        "lunedì|lu|l|lunedi'|lunedi",
        "martedì|ma|martedi'",
        "mercoledì|me|mercoledi'",
        "giovedì|gi|g|giovedi'",
        "venerdì|ve|v|venerdi'",
        "sabato|sa|s|sabati",
        "domenica|do|d|domeniche",
    ),
    weekdays="""
        giorni feriali|feriali|infrasettimanali|giorni lavorativi|lavorativi|nei giorni feriali|feriale|
        in settimana|durante la settimana
    """,
    weekend="""
        fine settimana|weekend|week-end|fine settimane|nel weekend|we|nel fine settimana|week end
    """,
    daily="""
        tutti i giorni|ogni giorno|quotidianamente|7 giorni su 7|7/7|giornaliero|giornalmente|
        tutta la settimana|sette giorni su sette|tutti i giorni della settimana|7 giorni su sette|
        7 giorni|7gg su 7|365 giorni l'anno|365 giorni all'anno|tutto l'anno|7 giorni alla settimana|
        7gg/7
    """,
    holidays="""
        festivi|festivo|giorni festivi|festività|feste|prefestivi|prefestivo|natale|capodanno|pasqua|ph|
        sh|nei giorni festivi|pasquetta|ferragosto|epifania|25 dicembre|1 gennaio|giorno festivo|
        festivita'
    """,
    to="a|al|alle|alla|all'|ai|alle ore|to",
    until="fino alle|fino a|fino al|fino alle ore|sino alle|sino a",
    and_="e|ed|o|anche|nonché|&|poi|oppure|e anche|and|ed anche",
    from_="da|dal|dalle|dalla|dall'|dai|dalle ore|a partire dalle|a partire da",
    between="tra|tra le|fra|fra le",
    closed="""
        chiuso|chiusa|chiusi|chiuse|chiusura|giorno di chiusura|riposo|riposo settimanale|
        chiusura settimanale|off|turno di riposo|closed|giorno di riposo|giorni di chiusura|
        chiuso tutto il giorno|non aperto|siamo chiusi|restiamo chiusi|chiude
    """,
    except_="""
        tranne|eccetto|escluso|esclusi|esclusa|ad eccezione di|ad eccezione del|salvo|ad esclusione di|
        ad eccezione|ad esclusione del|ad eccezione della|escl|ad esclusione della|a eccezione di
    """,
    pause="""
        pausa|pausa pranzo|chiuso per pranzo|chiusura pranzo|intervallo|pausa pomeridiana|
        chiuso a pranzo
    """,
    meal="pranzo",
    always="""
        24/7|24 ore su 24|24 ore|24h su 24|h24|24h|giorno e notte|24 ore al giorno|24h/24|24 h su 24|
        h 24|24 h|24 su 24|ventiquattro ore su ventiquattro|24 ore/24|24ore|24ore su 24
    """,
    noon="mezzogiorno|12 mezzogiorno",
    midnight="mezzanotte|le mezzanotte|24 mezzanotte",
    am="""
        mattina|mattino|di mattina|del mattino|la mattina|mattine|antimeridiane|matt|al mattino
    """,
    pm="""
        pomeriggio|del pomeriggio|sera|di sera|della sera|la sera|il pomeriggio|pomeridiane|
        nel pomeriggio|pom|di pomeriggio|serale|al pomeriggio|alla sera|pomeridiano
    """,
    night="notte|di notte|della notte",
    unit="h|ore|ora|hrs",
    appointment="""
        su appuntamento|appuntamento|per appuntamento|su richiesta|su prenotazione|previo appuntamento|
        solo su appuntamento|prenotazione|chiamare|telefonare|contattare|contattateci|appuntamenti|
        previa prenotazione|a richiesta|da concordare|previo accordo|chiamateci|previa telefonata|
        con prenotazione|su prenotazioni
    """,
    only="solo|soltanto|esclusivamente|unicamente",
    filler="""
        aperto|aperta|aperti|apertura|orario|orari|orario di apertura|orari di apertura|il|la|le|i|gli|
        lo|di|del|della|dei|nei|nel|in|giorno|giorni|orario continuato|continuato|continuata|compreso|
        compresi|compresa|incluso|inclusi|no stop|nostop|non-stop|non stop|senza interruzione|inclusa|
        negozio|ufficio|uffici|ristorante|museo|siamo|nostri|nostro|è|sono|al pubblico|pubblico|
        ricevimento|cena|colazione|per|settimana|tutti|tutti i|tutte le|studio|sportello|ogni|turno|
        turni|invernale ed estivo|segreteria|orario negozio|apre|e'|reparto|continuo|orario d'ufficio|
        d'apertura|nostri orari|entrambi|aperti al pubblico|aperto al pubblico|bar|brunch
    """,
    refuse={
        "season": """
            estate|inverno|primavera|autunno|stagione|stagionale|estivo|invernale|gennaio|gen|febbraio|
            feb|marzo|aprile|apr|maggio|mag|giugno|giu|luglio|lug|agosto|ago|settembre|sett|set|ottobre|
            ott|novembre|nov|dicembre|dic|orario estivo|orario invernale|alta stagione|bassa stagione|
            ferie|estiva|periodo|estivi|invernali|scolastico
        """,
        "some weeks": """
            primo|prima|secondo|seconda|terzo|terza|quarto|ultimo|ultima|del mese|mese|ogni mese|
            alterni|a settimane alterne|quindicinale|oggi|alterne|primi|settimane alterne|domani|
            ogni due settimane|alternati
        """,
        "open end": """
            in poi|tardi|ultimo ingresso|ultimo accesso|tramonto|alba|a oltranza|tarda notte|
            ultimi ingressi|esaurimento|a chiusura|fino a tardi|fino a chiusura|a esaurimento|
            notte fonda|a tarda
        """,
        "closed for good": """
            chiuso definitivamente|definitivamente|definitivamente chiuso|temporaneamente|
            chiuso temporaneamente|temporaneamente chiuso|chiuso per ferie|per ferie|
            fino a nuovo avviso|lavori|chiusura definitiva|definitiva|cessata|cessata attività|
            ristrutturazione|permanentemente|per lutto
        """,
        "varies": """
            variabile|variabili|secondo|circa|dipende|flessibile|a seconda|salvo variazioni|
            indicativamente|variare|verso|flessibili
        """,
        "other service": """
            cucina|asporto|consegna|bancomat|emergenze|emergenza|messa|messe|happy hour|domicilio|
            consegne|a domicilio|telefonico|aperitivo|pronto soccorso|guardia|cassa|biglietteria
        """,
    },
)
