"""Spellings of one place give one address key, different places different ones, and no place none."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.addresses import Address, normalise_address
from directory_crawler.core.normal.house_numbers import house_number

# Each group is one place, in the spellings of a country and a language.
PLACES: list[tuple[str, str, list[str]]] = [
    ("GB", "en", ["12 High St", "12, High Street", "12 HIGH STREET", "High Street 12",
                  "12 High St., Leeds LS1 4AP",
                  "12 High Street (rear)", "12 High St, opposite the church", "12 - High Street",
                  "Unit 3, 12 High St"]),
    ("GB", "en", ["12a High St", "12 A High Street", "12A, High St.", "12-a High St",
                  "Flat 2, 12a High Street"]),
    ("GB", "en", ["12-14 High St", "12 – 14 High Street", "12—14 High St"]),
    ("GB", "en", ["5 St John's Rd", "5 Saint Johns Road", "5, St. John’s Road"]),
    ("GB", "en", ["7 Dr Fold Lane", "7 Doctor Fold Ln"]),
    ("US", "en", ["801 w. Oak blvd.", "801 W Oak Boulevard",
                  "801 West Oak Blvd, Springfield, IL 62701", "801 West Oak Blvd #4"]),
    ("US", "en", ["801 Oak Blvd", "801 Oak Boulevard near the mall"]),
    ("US", "en", ["350 5th Ave Fl 34", "350 Fifth Avenue",
                  "350 5th Avenue, 34th Floor, New York, NY 10118"]),
    ("US", "en", ["28 1/2 Elm St", "28½ Elm Street"]),
    ("US", "en", ["12801 Elm St", "12801 Elm Street, Springfield 62701"]),
    ("US", "en", ["Main St & 5th Ave", "5th Avenue and Main Street", "Main Street at Fifth Ave",
                  "corner of Main St and 5th Ave"]),
    ("DE", "de", ["Hauptstr. 12a, 10115 Berlin", "Hauptstraße 12 A", "Haupt-Str. 12a",
                  "HAUPTSTRASSE 12A", "Hauptstr. 12a, 2. OG"]),
    ("DE", "de", ["Hauptstr. 12", "Hauptstrasse 12 (Hinterhaus)", "Hauptstr. 12 10115 Berlin",
                  "Hauptstr. Nr. 12"]),
    ("DE", "de", ["Straße des 17. Juni 135", "Str. des 17. Juni 135"]),
    ("DE", "de", ["Am Markt 3", "Am Markt 3, 04109 Leipzig"]),
    ("DE", "de", ["Markt 3"]),
    ("AT", "de", ["Stephansplatz 3/2/5, 1010 Wien", "Stephanspl. 3/2/5"]),
    ("FR", "fr", ["12 bis, rue de la Paix, 75002 Paris", "12bis rue de la Paix", "12 Bis R de la Paix"]),
    ("FR", "fr", ["12 rue de la Paix", "12, R. de la Paix 75002 Paris"]),
    ("FR", "fr", ["5 av. du Gal Leclerc", "5, Avenue du Général Leclerc 75014 Paris"]),
    ("FR", "fr", ["25 rue du Faubourg Saint-Denis", "25 r. du Fbg St Denis"]),
    ("ES", "es", ["C/ Mayor, 5, 2º", "Calle Mayor 5", "C. Mayor nº 5", "Mayor, 5"]),
    ("ES", "es", ["Avda. de la Luz, 8", "Avenida de la Luz 8", "Av. de la Luz, 8, 28013 Madrid"]),
    ("IT", "it", ["P.zza Dante, 1", "Piazza Dante 1", "piazza Dante, 1 - 20121 Milano"]),
    ("IT", "it", ["Via Roma 12/B", "V. Roma, 12 b", "via Roma 12b"]),
    ("PT", "pt", ["R. Augusta, 100, 1100-053 Lisboa", "Rua Augusta 100"]),
    ("BR", "pt", ["Rua Augusta, 1500 - Consolação, São Paulo - SP, 01304-001", "R. Augusta 1500"]),
    ("AR", "es", ["Av. Corrientes 1234, C1043AAZ CABA", "Avenida Corrientes 1234"]),
    ("NL", "nl", ["Kerkstr. 5, 1017 GA Amsterdam", "Kerkstraat 5"]),
    ("PL", "pl", ["ul. Długa 5/7, 00-238 Warszawa", "Długa 5/7", "ul. Dluga 5/7 m. 3"]),
    ("PL", "pl", ["al. Jerozolimskie 44", "Aleja Jerozolimskie 44"]),
    ("RU", "ru", ["ул. Ленина, 5", "Ленина ул., д. 5", "Улица Ленина 5",
                  "г. Москва, ул. Ленина, д. 5", "Ленина, 5",
                  "123456, г. Москва, ул. Ленина, д.5, оф. 12", "ТЦ Мега, ул. Ленина 5, 2 этаж",
                  "ул. Ленина 5 г. Москва"]),
    ("RU", "ru", ["пр-т Мира, 12 к. 2 стр. 1", "проспект Мира, д. 12, корп. 2, стр. 1",
                  "Мира просп., 12к2с1",
                  "пр. Мира, 12 корпус 2 строение 1"]),
    ("RU", "ru", ["пр-т Мира, 12", "проспект Мира, д. 12"]),
    ("RU", "ru", ["1-я Тверская-Ямская ул., 21", "1-я Тверская-Ямская улица, дом 21"]),
    ("RU", "ru", ["ул. 8 Марта, 5", "8 Марта, 5", "8 Марта ул., 5"]),
    ("RU", "ru", ["Ленинский пр-т, 12А", "Ленинский проспект, 12 а", "Ленинский проспект, д. 12-А",
                  "Ленинский пр-т, 12A"]),
    ("RU", "ru", ["угол ул. Ленина и ул. Мира", "ул. Мира / ул. Ленина"]),
    ("UA", "uk", ["вул. Хрещатик, 22", "Хрещатик вулиця, буд. 22", "м. Київ, вул. Хрещатик 22"]),
    ("GR", "el", ["Οδός Ερμού 15", "Ερμού 15", "ΕΡΜΟΥ 15, Αθήνα 105 63"]),
    ("TR", "tr", ["İstiklal Caddesi No 12", "Istiklal Cad. No:12 Beyoğlu"]),
    ("SE", "sv", ["Storgatan 5, 111 22 Stockholm", "STORGATAN 5"]),
    ("EG", "ar", ["شارع التحرير ١٢", "12 شارع التحرير", "١٢ ش التحرير"]),
    ("IL", "he", ["רחוב הרצל 12, תל אביב", "הרצל 12"]),
    ("JP", "ja", ["東京都渋谷区神南1-2-3", "東京都渋谷区神南1丁目2番3号", "〒150-0041 東京都渋谷区神南１－２－３",
                  "渋谷区神南一丁目2-3"]),
    ("CN", "zh", ["北京市朝阳区建国路88号", "朝阳区建国路88号", "北京市朝阳区建国路88号 3层"]),
    ("TW", "zh", ["台北市信義區信義路7號", "信義區信義路7號"]),
    ("ID", "id", ["Jl. Sudirman No. 5", "Jalan Sudirman 5"]),
]  # fmt: skip


def key_of(text: str, country: str, language: str) -> str | None:
    return normalise_address(None, text, (language,), country).key


@pytest.mark.parametrize(
    ("country", "language", "first", "other"),
    [(country, language, texts[0], text) for country, language, texts in PLACES for text in texts],
)
def test_spellings_of_a_place_have_one_key(country: str, language: str, first: str, other: str) -> None:
    assert key_of(first, country, language) is not None
    assert key_of(other, country, language) == key_of(first, country, language)


@pytest.mark.parametrize("country", sorted({country for country, _, _ in PLACES}))
def test_different_places_of_a_country_have_different_keys(country: str) -> None:
    keys = [key_of(texts[0], country, language) for at, language, texts in PLACES if at == country]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("country", "language", "text"),
    [
        ("GB", "en", ""),
        ("GB", "en", "   "),
        ("GB", "en", "London"),
        ("GB", "en", "High Street"),
        ("GB", "en", "12"),
        ("GB", "en", "Street 12"),
        ("GB", "en", "LS1 4AP"),
        ("GB", "en", "PO Box 5"),
        ("GB", "en", "Unit 4, Riverside Park"),
        ("GB", "en", "- , ; -"),
        ("US", "en", "Springfield, IL 62701"),
        ("DE", "de", "10115 Berlin"),
        ("DE", "de", "Straße 5"),
        ("FR", "fr", "75002 Paris"),
        ("IT", "it", "00184 Roma"),
        ("RU", "ru", "г. Москва"),
        ("RU", "ru", "ул. Ленина"),
        ("RU", "ru", "ул. 5"),
        ("JP", "ja", "東京都渋谷区"),
    ],
)
def test_what_is_no_place_has_no_key(country: str, language: str, text: str) -> None:
    assert key_of(text, country, language) is None


@pytest.mark.parametrize(
    ("country", "language", "text", "parts"),
    [
        ("GB", "en", "Flat 2, 12a High St, Leeds LS1 4AP", ("High St", "12a", "2", "LS1 4AP", "Leeds")),
        ("US", "en", "801 Oak Blvd, Ste 4B, Springfield 62701", ("Oak Blvd", "801", "4b", "62701", "Springfield")),
        ("DE", "de", "Hauptstr. 12, 10115 Berlin", ("Hauptstr", "12", None, "10115", "Berlin")),
        ("FR", "fr", "5, Avenue Foch 75116 Paris", ("Avenue Foch", "5", None, "75116", "Paris")),
        ("RU", "ru", "г. Москва, ул. Ленина, д. 5, кв. 12", ("ул. Ленина", "5", "12", None, "г. Москва")),
        ("PL", "pl", "ul. Długa 5 m. 3, 00-238 Warszawa", ("ul. Długa", "5", "3", "00-238", "Warszawa")),
        ("TR", "tr", "Istiklal Cad. No:12 Beyoğlu", ("Istiklal Cad", "12", None, None, "Beyoğlu")),
        ("JP", "ja", "〒150-0041 東京都渋谷区神南1-2-3 5階", ("渋谷区神南", "1-2-3", "5", "150-0041", "東京都")),
    ],
)  # fmt: skip
def test_a_line_gives_its_parts(
    country: str, language: str, text: str, parts: tuple[str | None, ...]
) -> None:
    found = normalise_address(None, text, (language,), country)
    assert (found.street, found.house, found.unit, found.postcode, found.city) == parts
    assert found.text == text


@pytest.mark.parametrize(
    "parts",
    [
        {"street": "High St", "house": "12"},
        {"street": "12 High St"},
        {"street": "12 High St", "house": "12"},
        {"street": "High Street", "house": "No. 12", "city": "Leeds", "postcode": "ls1 4ap"},
        {"street": "High Street 12", "unit": "3"},
    ],
)
def test_parts_and_text_give_the_same_key(parts: dict[str, str]) -> None:
    assert normalise_address(parts, None, ("en",), "GB").key == key_of("12 High Street", "GB", "en")


def test_a_given_house_leaves_a_number_in_the_street_s_name_alone() -> None:
    parts = {"street": "8 Марта", "house": "5"}
    assert normalise_address(parts, None, ("ru",), "RU").key == key_of("ул. 8 Марта, 5", "RU", "ru")


def test_a_text_gives_the_house_that_the_parts_lack() -> None:
    found = normalise_address({"street": "High Street"}, "12 High Street, Leeds", ("en",), "GB")
    assert found.key == key_of("12 High St", "GB", "en")


def test_given_parts_win_over_the_text() -> None:
    found = normalise_address(
        {"city": "Leeds", "postcode": "LS1 4AP"}, "12 High St, Yorkshire LS2 7XX", ("en",), "GB"
    )
    assert (found.city, found.postcode, found.house) == ("Leeds", "LS1 4AP", "12")


def test_without_anything_there_is_no_address() -> None:
    assert normalise_address(None, None, ("en",), "GB") == Address(None)
    assert normalise_address({"street": " "}, "", ("en",), "GB") == Address(None)


@pytest.mark.parametrize(
    ("text", "house"),
    [
        ("12", "12"),
        ("012", "12"),
        ("12 A", "12a"),
        ("12-А", "12a"),
        ("12/B", "12b"),
        ("д. 12, корп. 2, стр. 1", "12к2с1"),
        ("12 к2", "12к2"),
        ("12 bis", "12bis"),
        ("12-14", "12-14"),
        ("12 – 14a", "12-14a"),
        ("5/10", "5/10"),
        ("12 ½", "12½"),
        ("№ 12", "12"),
        ("No. 12", "12"),
        ("١٢", "12"),
        ("none", None),
        ("", None),
    ],
)
def test_a_house_number_has_one_writing(text: str, house: str | None) -> None:
    assert house_number(text) == house


COUNTRIES = st.sampled_from(["GB", "US", "DE", "FR", "RU", "PL", "JP", "AT", "BR", "AR", "TR", "EG", "IN"])
LANGUAGES = st.lists(
    st.sampled_from(
        ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "el", "ar", "he", "ja", "zh", "tr", "xx"]
    ),
    max_size=3,
)
LIKE_ADDRESSES = st.text(alphabet="0123456789 ,.;-/&#№()\nABCabcстркдßéΑ東区丁目½１ٱ\u0301", max_size=60)


@given(LIKE_ADDRESSES | st.text(max_size=80), LANGUAGES, COUNTRIES)
def test_anything_gives_an_address_and_no_error(text: str, languages: list[str], country: str) -> None:
    found = normalise_address({"street": text, "unit": text[:5]}, text, languages, country)
    assert found.key is None or found.key.strip()
    assert (found.text is None) == (not text.strip())


@given(
    st.lists(st.sampled_from(["oak", "elm", "north", "cedar", "mill"]), min_size=1, max_size=3, unique=True),
    st.sampled_from(["st", "street", "St.", "STREET"]),
    st.integers(1, 999),
    st.sampled_from(["", "a", " A", "-14"]),
)
def test_case_and_abbreviation_never_change_a_key(
    name: list[str], kind: str, number: int, suffix: str
) -> None:
    plain = key_of(f"{number}{suffix} {' '.join(name)} street", "US", "en")
    assert plain is not None
    assert key_of(f"{number}{suffix} {' '.join(name).title()} {kind}, Springfield", "US", "en") == plain


@pytest.mark.parametrize(
    "text", ["1 " * 250, "д." * 250, "(" * 500, "a-" * 250, "1/" * 250, "к1" * 250, "12 a " * 100]
)
def test_a_line_of_nothing_but_pieces_is_read_or_refused(text: str) -> None:
    assert normalise_address(None, text, ("ru", "en"), "RU").text == text.strip()


def test_houses_of_a_street_all_have_keys_of_their_own() -> None:
    houses = ["1", "1a", "1b", "1-3", "3", "1/3", "1 к. 2", "1 стр. 2", "11"]
    keys = [key_of(f"ул. Ленина, {house}", "RU", "ru") for house in houses]
    assert all(one != other for one, other in itertools.combinations(keys, 2))


@pytest.mark.parametrize(
    ("country", "line"),
    [
        ("GB", "Unit 3, 72 Wingrave Street, Averton AV2 2NN"),
        ("DE", "Unit 3, Wingrave Street 72, AV2 2NN Averton"),
        ("FR", "Unit 3, 72 Wingrave Street, AV2 2NN Averton"),
    ],
)
def test_parts_are_written_as_people_of_the_country_write_them(country: str, line: str) -> None:
    """The line that the sales desk reads."""
    parts = {
        "street": "Wingrave Street",
        "house": "72",
        "unit": "Unit 3",
        "postcode": "AV2 2NN",
        "city": "Averton",
    }

    assert normalise_address(parts, None, ["en"], country).text == line
