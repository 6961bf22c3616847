"""The words the city is written in: stems of surnames and streets, trade names, given names (data tables)."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


CITY_NAME = "Averton"
REGION_NAME = "Avershire"
POSTCODE_AREA = "AV"  # no British postcode area has these letters

STEM_HEADS: tuple[str, ...] = _words(
    "Ash Al Brad Black Bur Carl Chat Cole Dal Den Dun East Ed El Farn Fen Gar Gils Hal Har Hol In Kel "
    "Kir Lang Led Mar Mil Mor Nor Oak Pen Pres Rad Ros Sel Shel Stan Sut Thorn Up Wal Whit Win Wool "
    "York"
)
STEM_TAILS: tuple[str, ...] = _words(
    "ton ley well ford ham worth field by wick more stead dale grave hurst bury"
)
OTHER_SURNAMES: tuple[str, ...] = _words(
    "Ahmed Begum Chen Costa Davies Eriksen Fernandes Gallagher Hussain Iqbal Jones Kaur Khan Kowalski "
    "MacDonald Mistry Murphy Nowak Nguyen O'Brien Okafor Olsen Patel Price Quinn Rossi Shah Silva "
    "Singh Tanaka Ueda Vaughan Wójcik Xu Yilmaz Zieliński Bianchi Lefèvre Müller García"
)
STREET_WORDS: tuple[str, ...] = _words(
    "High Station Church Mill Bridge Market Castle Park Queen King Victoria Albert Wellington Nelson "
    "Orchard Meadow River Canal Foundry Abbey Priory Tower Garden Chestnut Elm Beech Maple Cedar "
    "Laurel Willow"
)
# Written in full -> how the same word is shortened on other cards.
STREET_TYPES: dict[str, str] = {
    "Street": "St",
    "Road": "Rd",
    "Lane": "Ln",
    "Avenue": "Ave",
    "Place": "Pl",
    "Terrace": "Terr",
    "Drive": "Dr",
    "Square": "Sq",
}
DISTRICT_NAMES: tuple[str, ...] = (
    "Old Town",
    "Castlegate",
    "Harbourside",
    "Northfields",
    "Southmead",
    "Eastbrook",
    "Westover",
    "St Anne's",
    "Millbank",
    "Priory Park",
    "Kingsdown",
    "Queensway",
    "Foundry Quarter",
    "Riverside",
    "Ashgrove",
    "Temple Hill",
    "Long Meadow",
    "Brickfields",
    "Canal Basin",
    "University",
    "Fairwater",
    "Hillcrest",
    "Lower Marsh",
    "Upper Marsh",
)
ADJECTIVES: tuple[str, ...] = _words(
    "Royal Golden Silver Blue Red Green White Grand Little Old New Quick Bright Happy Honest Modern "
    "Northern Southern Western Eastern Premier Prime United Reliable Swift Urban Village Country "
    "Lucky Noble"
)
NOUNS: tuple[str, ...] = _words(
    "Oak Lion Swan Crown Bell Anchor Star Fox Hare Heron Lamb Eagle Wheel Barrel Arrow Bridge Key "
    "Lantern Compass Harp Rose Thistle Acorn Falcon Badger Otter Raven Pine Shield Tower"
)
# Lead words of the crowded rubrics, all in the first letter band: what makes a third cut necessary there.
CROWDED_LEADS: tuple[str, ...] = _words(
    "Abbey Albion Anchor Avon Barrow Beacon Capital Central City Crown Delta Dove"
)
DIGIT_LEADS: tuple[str, ...] = ("1st", "24/7", "A1", "4 Seasons", "7 Hills", "101", "360", "3 Bridges")
# Written in another script -> its Latin spelling on other cards.
TRANSLITERATED: dict[str, str] = {
    "Кафе Волга": "Kafe Volga",
    "Магазин Берёзка": "Magazin Beryozka",
    "Салон Ласточка": "Salon Lastochka",
    "Ταβέρνα Ακρόπολις": "Taverna Akropolis",
    "Φούρνος Αθηνά": "Fournos Athina",
    "Пекарня Калина": "Pekarnya Kalina",
}
# Long form -> short form, in names.
NAME_ABBREVIATIONS: dict[str, str] = {
    "and": "&",
    "Services": "Svcs",
    "Centre": "Ctr",
    "Brothers": "Bros",
    "Associates": "Assocs",
    "Saint": "St",
}
NAME_ENDINGS: tuple[str, ...] = (
    "Services",
    "Centre",
    "and Sons",
    "Brothers",
    "Associates",
    "Group",
    "Partners",
    "Works",
)
LEGAL_FORMS: tuple[str, ...] = ("Ltd", "Limited", "LLP", "PLC", "Ltd.", "CIC")
