"""French."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

FRENCH = Lexicon(
    code="fr",
    days=(
        "lundi|lu|lundis|l",
        "mardi|ma|mardis",
        "mercredi|me|mercredis",
        "jeudi|je|jeudis|j",
        "vendredi|ve|vendredis|v",
        "samedi|sa|samedis|s",
        "dimanche|di|dimanches|d",
    ),
    weekdays="""
        jours ouvrables|en semaine|la semaine|semaine|jours ouvrés|jour ouvrable|les jours de semaine|
        jours de semaine|jours de la semaine
    """,
    weekend="""
        week-end|weekend|week-ends|weekends|le week-end|we|les week-ends|fin de semaine|week end
    """,
    daily="""
        tous les jours|chaque jour|7j/7|7 j/7|7/7|7 jours sur 7|7 jours/7|7j sur 7|toute la semaine|
        quotidien|quotidiennement|tlj|t l j|7 jours par semaine|tous les jours de la semaine|
        toute l'année|365 jours par an|sept jours sur sept|7jours/7|7jours sur 7|365j/an|365 jours/an|
        tous les jours de l'année
    """,
    holidays="""
        jours fériés|jour férié|fériés|férié|fêtes|veilles de fêtes|noël|jour de l'an|1er janvier|
        1er mai|pâques|25 décembre|ph|sh|feries|jf|jours de fête|vacances scolaires|14 juillet|
        veille de fête|15 août|11 novembre|8 mai
    """,
    to="à|a|au|aux|to",
    until="jusqu'à|jusqu'au|jusque|jusqu'a|et jusqu'à",
    and_="et|ainsi que|puis|ou|aussi|&|et aussi|and|également|ainsi",
    from_="de|du|dès|des|à partir de|à partir du|dès le|d'|à compter de",
    between="entre",
    closed="""
        fermé|fermée|fermés|fermées|fermeture|ferme|jour de fermeture|jours de fermeture|
        fermeture hebdomadaire|jour de repos|repos|relâche|repos hebdomadaire|off|closed|
        fermé toute la journée|fermeture le|fermé la journée|non ouvert|fermetures|
        fermetures hebdomadaires
    """,
    except_="""
        sauf|excepté|hormis|à l'exception du|à l'exception de|à l'exception des|hors|excepte|excl
    """,
    pause="""
        pause|pause déjeuner|fermé le midi|pause midi|fermeture le midi|pause méridienne|interruption|
        coupure|fermé pendant le déjeuner
    """,
    meal="déjeuner",
    always="""
        24/7|24h/24|24 h/24|24h sur 24|24 heures sur 24|24/24|jour et nuit|24 heures|24h24|24h|
        non stop 24h|24 heures/24|24 h|24 h sur 24|24h / 24|24h/24h|24 heures par jour
    """,
    noon="midi|12h midi|12 heures midi",
    midnight="minuit|minuits",
    am="matin|du matin|le matin|matinée|matins|les matins|en matinée",
    pm="""
        après-midi|de l'après-midi|l'après-midi|soir|du soir|le soir|soirée|les après-midi|aprèm|soirs|
        apm|en soirée|en après-midi|l'aprèm|les soirs
    """,
    night="nuit|la nuit|de la nuit|de nuit",
    unit="h|heures|heure|hrs|hr|hres",
    appointment="""
        sur rendez-vous|rendez-vous|rdv|sur rdv|sur demande|sur réservation|sur appel|téléphoner|
        prendre rendez-vous|nous contacter|nous consulter|réservation|uniquement sur rendez-vous|
        sur réservations|nous appeler|contactez-nous|appeler|sur commande|par téléphone|appelez|
        sur simple appel|sur rendez vous|à la demande|après rendez-vous|prise de rendez-vous|
        avec rendez-vous|appelez-nous
    """,
    only="uniquement|seulement|exclusivement",
    filler="""
        ouvert|ouverte|ouverts|ouvertes|ouverture|horaires|horaire|heures d'ouverture|
        horaires d'ouverture|le|la|les|en|un|une|l'|jour|jours|non stop|non-stop|sans interruption|
        nonstop|en continu|journée continue|continu|inclus|inclusivement|nous sommes|sommes|est|sont|
        magasin|boutique|bureau|bureaux|cabinet|restaurant|musée|nos|notre|votre|services|service|
        accueil|accueil du public|public|au public|nous|vous accueille|vous|accueillons|matinée et|
        toute la journée|journée|compris|y compris|secrétariat|nouveaux|d'ouverture|dîner|
        petit-déjeuner|mairie|ouvre|réception|permanence|permanences|agence|pour le|normal|habituels|
        chaque|tous|tous les|toutes les|seul|samedi compris|les jours|d'accueil|jours et horaires|
        jours d'ouverture|jour d'ouverture|horaires d'accueil|sans coupure|ses portes|portes|brunch
    """,
    refuse={
        "words": "la ferme|à la ferme|de ferme|de la ferme|ferme auberge|ferme-auberge",
        "season": """
            été|hiver|printemps|automne|saison|hors saison|janvier|janv|février|fév|févr|mars|avril|avr|
            mai|juin|juillet|juil|août|septembre|sept|octobre|oct|novembre|nov|décembre|déc|vacances|
            haute saison|basse saison|l'été|en été|en hiver|d'été|d'hiver|estival|scolaire|période|
            hors vacances|ramadan
        """,
        "some weeks": """
            premier|1er|deuxième|2ème|2e|troisième|3ème|3e|4ème|dernier|du mois|mois|un sur deux|
            sur deux|semaine paire|semaines paires|semaine impaire|paires|impaires|quinzaine|mensuel|
            aujourd'hui|ce soir|demain|une semaine sur deux|1 samedi sur 2|un samedi sur deux|1 sur 2|
            alternance|seconde|second
        """,
        "open end": """
            dernière entrée|dernier|tard|coucher du soleil|lever du soleil|fermeture tardive|
            dernières entrées|fin|tombée de la nuit|épuisement|dernière admission|dernière commande|
            dernier service|fin de service|fin de journée
        """,
        "closed for good": """
            définitivement fermé|fermé définitivement|définitivement|fermeture définitive|définitive|
            temporairement fermé|fermé temporairement|temporairement|temporaire|fermeture temporaire|
            provisoirement|jusqu'à nouvel ordre|travaux|congés|congés annuels|fermeture annuelle|
            annuelle|cessation
        """,
        "varies": """
            variable|variables|selon|environ|météo|selon météo|vers|irrégulier|flexible|selon la saison|
            selon affluence|voir site|consulter|en fonction
        """,
        "other service": """
            livraison|cuisine|distributeur|urgences|urgence|messe|messes|drive|retrait|happy hour|
            vente à emporter|standard|téléphonique|livraisons|standard téléphonique|culte|caisse
        """,
    },
)
