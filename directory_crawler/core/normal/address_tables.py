"""Words of addresses: kinds of streets and their abbreviations, houses, units, by language."""

from __future__ import annotations

STREET_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "street": "st str strt",
        "road": "rd",
        "avenue": "ave av aven avn",
        "boulevard": "blvd boul blv",
        "drive": "dr drv",
        "lane": "ln la",
        "court": "ct crt",
        "place": "pl",
        "square": "sq",
        "terrace": "ter terr",
        "highway": "hwy hiway",
        "parkway": "pkwy pky",
        "expressway": "expy",
        "freeway": "fwy",
        "crescent": "cres cr",
        "close": "cl",
        "gardens": "gdns gdn",
        "grove": "gro grv",
        "circle": "cir circ",
        "alley": "aly",
        "way": "wy",
        "plaza": "plz",
        "trail": "trl",
        "turnpike": "tpke",
        "route": "rte rt",
        "causeway": "cswy",
        "embankment": "emb",
        "esplanade": "esp",
        "parade": "pde",
        "promenade": "prom",
        "heights": "hts",
        "mount": "mt",
        "mountain": "mtn",
        "fort": "ft",
        "park": "pk",
        "bridge": "br brg",
        "center": "centre ctr cntr",
        "junction": "jct jn",
        "quay": "",
        "row": "",
        "walk": "wlk",
        "mews": "",
        "hill": "",
        "yard": "yd",
        "wharf": "",
        "north": "n no",
        "south": "s so",
        "east": "e",
        "west": "w",
        "northeast": "ne",
        "northwest": "nw",
        "southeast": "se",
        "southwest": "sw",
    },
    "de": {
        "strasse": "str",
        "platz": "pl",
        "allee": "al",
        "weg": "",
        "gasse": "g",
        "ring": "",
        "chaussee": "ch",
        "damm": "",
        "ufer": "",
        "markt": "",
        "sankt": "st skt",
        "am": "",
        "grosse": "gr",
        "kleine": "kl",
        "obere": "ob",
        "untere": "unt",
        "alte": "",
        "neue": "",
        "doktor": "dr",
        "professor": "prof",
    },
    "fr": {
        "rue": "r",
        "avenue": "av ave",
        "boulevard": "bd bld blvd boul bvd",
        "place": "pl plc",
        "route": "rte",
        "chemin": "che chem ch",
        "allee": "all allees",
        "impasse": "imp",
        "quai": "",
        "cours": "crs",
        "square": "sq",
        "passage": "pas pass",
        "faubourg": "fbg fg",
        "zone industrielle": "zi",
        "zone artisanale": "za",
        "saint": "st",
        "sainte": "ste",
        "general": "gal gen",
        "marechal": "mal",
        "docteur": "dr",
        "president": "pdt",
        "rond point": "rpt",
        "residence": "res",
        "lotissement": "lot",
    },
    "es": {
        "calle": "c cl c/",
        "avenida": "av avda avd ave",
        "plaza": "pl pza plza",
        "paseo": "po pso pg pº",
        "carretera": "ctra crta cra",
        "carrera": "cr kr kra",
        "camino": "cno",
        "ronda": "rda",
        "travesia": "trav trva",
        "glorieta": "gta",
        "boulevard": "blvd bulevar",
        "calzada": "calz",
        "poligono": "pol",
        "santa": "sta",
        "santo": "sto",
        "general": "gral gral",
        "doctor": "dr",
        "diagonal": "dg",
        "transversal": "tv",
    },
    "pt": {
        "rua": "r",
        "avenida": "av",
        "praca": "pc pca pr",
        "travessa": "tv trav",
        "estrada": "estr est",
        "largo": "lg",
        "alameda": "al",
        "rodovia": "rod",
        "doutor": "dr",
        "santa": "sta",
        "santo": "sto",
        "general": "gen",
        "professor": "prof",
    },
    "it": {
        "via": "v",
        "viale": "vle v.le",
        "piazza": "pza pzza p.za p.zza",
        "piazzale": "ple p.le",
        "corso": "cso c.so",
        "largo": "lgo l.go",
        "vicolo": "vic vico",
        "strada": "str",
        "contrada": "cda c.da",
        "localita": "loc",
        "santa": "s.ta",
        "santo": "s.to",
    },
    "nl": {
        "straat": "str",
        "laan": "ln",
        "weg": "wg",
        "plein": "pln",
        "gracht": "gr",
        "kade": "kd",
        "singel": "sngl",
        "steenweg": "stwg",
        "dijk": "dk",
        "burgemeester": "burg",
        "sint": "st",
        "doctor": "dr",
        "professor": "prof",
    },
    "pl": {
        "ulica": "ul",
        "aleja": "al",
        "aleje": "",
        "plac": "pl",
        "osiedle": "os",
        "rondo": "",
        "skwer": "",
        "bulwar": "bulw",
        "swietego": "sw",
        "swietej": "",
        "generala": "gen",
        "marszalka": "marsz",
        "ksiedza": "ks",
        "doktora": "dr",
        "profesora": "prof",
        "pulkownika": "plk",
    },
    "ru": {
        "улица": "ул",
        "проспект": "пр просп пр-т прт пр-кт пркт",
        "переулок": "пер",
        "площадь": "пл",
        "бульвар": "бул б-р бр бульв",
        "шоссе": "ш",
        "набережная": "наб",
        "проезд": "пр-д прд",
        "тупик": "туп",
        "аллея": "ал",
        "квартал": "кв-л квл",
        "микрорайон": "мкр мкрн мкр-н м-н",
        "линия": "лин",
        "тракт": "",
        "большая": "б бол",
        "малая": "м мал",
        "академика": "акад ак",
        "генерала": "ген",
        "маршала": "марш",
        "имени": "им",
    },
    "uk": {
        "вулиця": "вул",
        "проспект": "пр просп пр-т прт пр-кт пркт",
        "провулок": "пров",
        "площа": "пл",
        "бульвар": "бул б-р бр бульв",
        "шосе": "ш",
        "набережна": "наб",
        "проїзд": "",
        "узвіз": "узв",
        "майдан": "м-н",
        "академіка": "акад",
        "генерала": "ген",
    },
    "bg": {"улица": "ул", "булевард": "бул", "площад": "пл", "квартал": "кв", "жилищен комплекс": "жк"},
    "cs": {"ulice": "ul", "namesti": "nam", "trida": "tr", "nabrezi": "nabr"},
    "sk": {"ulica": "ul", "namestie": "nam", "trieda": "tr"},
    "ro": {
        "strada": "str",
        "bulevardul": "bd bdul b-dul blvd bulevard",
        "calea": "cal",
        "piata": "p-ta",
        "soseaua": "sos",
    },
    "tr": {
        "cadde": "cad caddesi cd cd",
        "sokak": "sok sokagi sk",
        "bulvar": "bulv bulvari blv",
        "mahalle": "mah mahallesi mh",
    },
    "el": {"οδος": "οδ", "λεωφορος": "λεωφ λ", "πλατεια": "πλ", "αγιου": "αγ", "αγιας": ""},
    "sv": {"gatan": "g", "vagen": "v", "torg": "", "plan": "pl"},
    "ar": {"شارع": "ش", "طريق": "ط", "ميدان": "", "جاده": "", "حي": "", "زقاق": ""},
    "fa": {"خيابان": "خ", "كوچه": "ك", "بلوار": "", "ميدان": ""},
    "he": {"רחוב": "רח", "שדרות": "שד", "דרך": "", "כיכר": "ככר", "סמטת": "סמ"},
    "id": {"jalan": "jl jln", "gang": "gg"},
    "ms": {"jalan": "jl jln", "lorong": "lrg", "persiaran": "psn"},
    "hu": {"utca": "u", "ut": "", "ter": "", "korut": "krt"},
    "sr": {"улица": "ул", "ulica": "ul", "булевар": "бул", "bulevar": "bul", "трг": "", "trg": ""},
    "hr": {"ulica": "ul", "trg": "", "avenija": "av"},
}
"""Canonical word: its abbreviations, folded, by language. Beside kinds of streets: what else is abbreviated in their
names. English directions stand here too."""

_UNNAMED_KINDS = """
    улица вулиця ulica ulice utca οδος شارع خيابان רחוב calle jalan
"""
UNNAMED_KINDS = frozenset(_UNNAMED_KINDS.split())
"""The kind that a street has when none is said: it is left out of the key, so that "Ленина, 5" is "ул. Ленина, 5"."""

JOINED_KINDS: dict[str, tuple[str, ...]] = {
    "de": ("strasse", "str", "platz", "pl", "allee", "weg", "gasse", "ring", "damm", "ufer", "markt"),
    "nl": ("straat", "str", "laan", "weg", "plein", "gracht", "kade", "singel", "steenweg", "dijk"),
    "sv": ("gatan", "vagen"),
}
"""Kinds that are written onto the name ("Hauptstr.", "Haupt-Straße"), full words before their abbreviations."""

_ORDINALS = """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth
"""
ORDINALS = {word: str(number) for number, word in enumerate(_ORDINALS.split(), start=1)}
"""English numbered streets in words."""

_HOUSE_WORDS = """
    house no nr num number nummer numero nro n д дом буд будинок budynek hausnummer hnr αρ αριθ رقم
    مبنى بنايه бл блок № nº n° čp
"""
HOUSE_WORDS = frozenset(_HOUSE_WORDS.split())
"""Words before a house number; they are left out."""

BLOCK_WORDS = {
    "к": "к",
    "корп": "к",
    "корпус": "к",
    "кор": "к",
    "стр": "с",
    "строение": "с",
    "строен": "с",
    "с": "с",
    "лит": "л",
    "литер": "л",
    "литера": "л",
    "вл": "в",
    "владение": "в",
    "соор": "со",
}
"""Words within a house number that tell buildings of one number apart, and how the key writes them."""

_UNIT_WORDS = """
    apt apartment unit suite ste flat fl floor room rm office level lvl shop box bldg building etage
    og eg stock top tür wohnung whg appartement appt bureau etg piso puerta planta oficina of local
    depto departamento despacho interno int scala piano sala apto andar loja lokal lok m mieszkanie
    pok piętro pietro кв квартира оф офис пом помещение этаж эт ком комната каб кабинет подъезд под
    павильон секция прим приміщення поверх κτίριο οροφος شقه مكتب طابق דירה קומה bus daire kat d hal
"""
UNIT_WORDS = frozenset(_UNIT_WORDS.split())
"""Words before the number of a part of a building; it is kept apart from the house."""

_CORNER_WORDS = """
    corner угол ріг ecke esquina angle angolo róg rog hoek at
"""
CORNER_WORDS = frozenset(_CORNER_WORDS.split())
"""Words that say that two streets cross."""

_HOUSE_FIRST = """
    US CA GB IE AU NZ ZA IN SG MY PH HK FR LU MC TH LK PK BD KE NG GH JM EG AE SA QA KW
"""
HOUSE_FIRST = frozenset(_HOUSE_FIRST.split())
"""Countries where the house number comes before the street."""

_CITY_WORDS = """
    г город гор м місто м. miasto city ville ort stadt gmina пгт пос поселок с село дер деревня д
    обл область р-н район
"""
CITY_WORDS = frozenset(_CITY_WORDS.split())
"""Words that announce a town or a region, not a street."""

_FLOORS = """
    floor fl level lvl etage étage etg og eg stock piso planta andar piano piętro этаж эт поверх verdieping plan kat
    οροφος طابق קומה
"""
FLOORS = frozenset(_FLOORS.split())
"""Units whose number may stand before the word ("2nd floor")."""

_NAMES_OF_THEIR_OWN = """
    quay row hill parade esplanade promenade embankment mews wharf plaza circle grove ring markt damm ufer largo rondo
    singel gracht majdan трг trg torg
"""
NAMES_OF_THEIR_OWN = frozenset(_NAMES_OF_THEIR_OWN.split())
"""Kinds that are the whole name of a street in many towns."""

_LOCATORS = """
    between near off at opposite opp behind beside across next by above below inside
    gegenüber nähe neben hinter bei ecke im
    près face angle derrière
    frente cerca junto esquina entre
    vicino fronte
    naast tegenover nabij
    obok naprzeciw przy
    возле рядом напротив около угол вход у
    біля поруч навпроти вхід
    بجوار امام خلف قرب
"""
LOCATORS = frozenset(_LOCATORS.split())
"""Words that begin a remark on where a house is, after the house itself."""

_CITY_BEFORE_POSTCODE = """
    AU BD CA GB GG HK IE IM IN JE LK MT MY NG NZ PK SG TH US VN ZA
"""
CITY_BEFORE_POSTCODE = frozenset(_CITY_BEFORE_POSTCODE.split())
"""Countries that write the postcode behind the town."""
