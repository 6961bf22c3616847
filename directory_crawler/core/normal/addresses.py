"""Addresses: their parts, and a key that is equal for the spellings of one place.

The key is the street's words (abbreviations written out, order and case and accents and kind of street "улица" left
out) and the house. City, postcode and unit stay beside it: one card of a place names them and another does not, and
cards are compared within one directory. Rules that had to be chosen:

* a range is a house of its own ("12-14" is neither 12 nor 14), and so is a corner number ("5/10");
* two streets that cross, without a house number, are a place ("corner of A and B", in either order);
* a street without a house, and a house without a street, are no place: no key;
* Japanese and Chinese addresses: everything from the ward on counts as street, the block numbers as house
  ("1丁目2番3号" is "1-2-3"); prefecture and province are left out.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from directory_crawler.core.normal.address_tables import (
    CITY_BEFORE_POSTCODE,
    CITY_WORDS,
    CORNER_WORDS,
    FLOORS,
    HOUSE_FIRST,
    LOCATORS,
    UNIT_WORDS,
)
from directory_crawler.core.normal.block_addresses import is_block_address, read_block_address
from directory_crawler.core.normal.folding import LONGEST, fold, words
from directory_crawler.core.normal.house_numbers import (
    HOUSE,
    LETTER,
    ONE_BLOCK,
    SAME_SIGNS,
    block_suffix,
    house_number,
    is_house,
)
from directory_crawler.core.normal.postcodes import find_postcode
from directory_crawler.core.normal.streets import abbreviations, joined_kind, kind_words, street_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Address:
    """An address as far as it was understood. `text` is the whole, `key` as the module says; `house`, `unit` and
    `postcode` are in one writing ("12a", "5к2"), `street` and `city` as they were written."""

    text: str | None
    key: str | None = None
    street: str | None = None
    house: str | None = None
    unit: str | None = None
    postcode: str | None = None
    city: str | None = None


def normalise_address(
    parts: Mapping[str, str] | None, text: str | None, languages: Sequence[str], country: str
) -> Address:
    """The address that parts (`street`, `house`, `unit`, `postcode`, `city`) and a text give.

    A part that is given wins over what the text says. Never raises; only the first 500 characters of a text count.
    """
    given = {name: value.strip()[:LONGEST] for name, value in (parts or {}).items() if value.strip()}
    text = (text or "").strip()
    whole = text or _written(given, country.upper())
    if not whole:
        return Address(None)
    house = house_number(given["house"]) if "house" in given else None
    place = _Reading(tuple(languages), country.upper(), given_house=house)
    place.read(given.get("street") or text)
    if place.key is None and text and "street" in given:
        place = _Reading(tuple(languages), country.upper(), given_house=house)
        place.read(text)
    return Address(
        text=whole,
        key=place.key,
        street=place.street or given.get("street"),
        house=place.house,
        unit=given.get("unit") or place.unit,
        postcode=(given.get("postcode") or place.postcode or "").upper() or None,
        city=given.get("city") or place.city,
    )


def _written(given: Mapping[str, str], country: str) -> str:
    """Parts as people of the country write them on one line."""
    street, place = ("street", "house"), ("postcode", "city")
    line = street[::-1] if country in HOUSE_FIRST else street
    town = place[::-1] if country in CITY_BEFORE_POSTCODE else place
    blocks = (" ".join(given[name] for name in block if name in given) for block in (("unit",), line, town))
    return ", ".join(block for block in blocks if block)


# --- the parts of a line -----------------------------------------------------------------------------------

_UNITS = "|".join(sorted({fold(word) for word in UNIT_WORDS}, key=len, reverse=True))
_UPPER_FLOORS = "|".join(sorted({fold(word) for word in FLOORS}, key=len, reverse=True))
_UNIT = re.compile(
    rf"(?<![^\W_])(?:{_UNITS})(?![^\W\d_])[.\s]{{0,4}}[№#]?\s?(?P<a>\d{{1,5}}(?:{LETTER})?|[a-z]\d{{0,4}})(?![^\W_])"
    rf"|(?<![\w/-])(?P<b>\d{{1,3}})(?:st|nd|rd|th|e|er|o|a|-?и)?\.?\s(?:{_UPPER_FLOORS})(?![^\W_])\.?(?!\s?\d)"
    r"|#\s?(?P<c>\w{1,8})"
)
_COMPONENT = re.compile(r"(?:[^,;\n|•\s]|[^\S\n](?!\s))+")
_BREAK_AFTER_HOUSE = re.compile(r"(?<=\d)\s?[-/]\s(?=[^\W\d_]{2})")
_LOCATED = re.compile(
    rf"\((?:[^()]*)\)?|(?<=\s)(?:{'|'.join(sorted(map(fold, LOCATORS), key=len, reverse=True))})\s.*"
)
_CORNERS = "|".join(map(fold, CORNER_WORDS))
_CROSSING = re.compile(
    rf"\s(?:&|and|und|et|y|e|i|и|та|і)\s|(?<=[^\W\d_]{{2}})\s?/\s?(?=[^\W\d_]{{2}})|\s(?:{_CORNERS})\s"
)
_CORNER_FIRST = re.compile(rf"^\s*(?:{_CORNERS})\s(?:of\s|der\s|von\s)?")


@lru_cache(maxsize=4096)
def _fold_sign(sign: str) -> str:
    return sign if sign.isspace() else fold(sign)


@dataclass(slots=True)
class _Component:
    """A piece between commas: as written, and folded sign by sign with the place of each folded sign."""

    text: str
    folded: str
    places: list[int]

    @classmethod
    def of(cls, text: str) -> _Component:
        folded, places = [], []
        for place, sign in enumerate(text):
            for part in _fold_sign(sign):
                folded.append(part)
                places.append(place)
        return cls(text, "".join(folded), places)

    def split(self, start: int, end: int) -> list[_Component]:
        """What stands before and after a stretch of the folded text."""
        first, last = self.places[start], self.places[end - 1] + 1
        return [
            _Component(self.text[:first], self.folded[:start], self.places[:start]),
            _Component(self.text[last:], self.folded[end:], [place - last for place in self.places[end:]]),
        ]

    def without(self, start: int, end: int) -> _Component:
        """The component with a stretch of the folded text blanked."""
        blank = " " * (end - start)
        text = self.text
        if end > start:
            first, last = self.places[start], self.places[end - 1] + 1
            text = text[:first] + " " * (last - first) + text[last:]
        return _Component(text, self.folded[:start] + blank + self.folded[end:], self.places)


@dataclass(slots=True)
class _Reading:
    """What a line gives, found piece by piece."""

    languages: tuple[str, ...]
    country: str
    given_house: str | None = None
    street: str | None = None
    street_key: str | None = None
    house: str | None = None
    unit: str | None = None
    postcode: str | None = None
    city: str | None = None
    crossing: tuple[str, ...] = ()

    @property
    def key(self) -> str | None:
        if self.crossing and not self.house:
            return " & ".join(sorted(self.crossing))
        return f"{self.street_key} {self.house}" if self.street_key and self.house else None

    def read(self, line: str) -> None:
        line = unicodedata.normalize("NFC", line[:LONGEST]).translate(SAME_SIGNS)
        line = _BREAK_AFTER_HOUSE.sub(", ", line)
        self.house = self.given_house
        if is_block_address(line):
            self._read_blocks(line)
            return
        components = [
            part for piece in _COMPONENT.findall(line) for part in self._stripped(_Component.of(piece))
        ]
        components = [component for component in components if component.folded.strip(" .-")]
        street = self._street_component(components)
        if street is None:
            return
        self._read_street(components, street)
        self._read_city(components, street)

    def _stripped(self, component: _Component) -> list[_Component]:
        """The component without its unit and postcode, cut in two where the postcode parts street and city."""
        while match := _UNIT.search(component.folded):
            self.unit = self.unit or (match["a"] or match["b"] or match["c"])
            component = component.without(*match.span())
        span = find_postcode(component.folded, self.country, leading=not self._has_kind(component))
        if span is None:
            return [component]
        self.postcode = self.postcode or component.folded[slice(*span)].strip()
        return component.split(*span)

    def _read_blocks(self, line: str) -> None:
        found = read_block_address(line)
        self.street, self.street_key = found.street, found.street_key
        self.house = self.given_house or found.house
        self.unit, self.postcode, self.city = found.unit, found.postcode, found.region

    def _has_kind(self, component: _Component) -> bool:
        kinds = kind_words(self.languages)
        return any(word in kinds or joined_kind(word, self.languages) for word in words(component.folded))

    def _street_component(self, components: list[_Component]) -> int | None:
        """The component that names the street: best one with a kind of street and a number, worst any with letters."""
        lettered = [i for i, c in enumerate(components) if _lettered(c) and not _names_city(c)]

        def worth(index: int) -> int:
            kind, number = self._has_kind(components[index]), any(map(str.isdigit, components[index].folded))
            followed = index + 1 < len(components) and is_house(components[index + 1].folded)
            return 4 * (kind and (number or followed)) + 2 * (number or followed) + kind

        return max(lettered, key=worth, default=None)

    def _read_street(self, components: list[_Component], index: int) -> None:
        component = components[index]
        after = components[index + 1 :]
        house = None
        span = None
        if after and is_house(after[0].folded):
            house = house_number(after.pop(0).folded)
        elif span := self._house_span(component.folded):
            house = house_number(component.folded[slice(*span)])
        elif index and is_house(components[index - 1].folded):
            house = house_number(components[index - 1].folded)
        while house and after and (block := ONE_BLOCK.fullmatch(after[0].folded)):
            house += block_suffix(block)
            after.pop(0)
        if self.given_house is None:
            self.house = house
        elif house != self.given_house:
            span = None  # the number is of the street's name
        if span and component.folded[: span[0]].strip() and component.folded[span[1] :].strip(" .-"):
            component, beyond = component.split(*span)
            components.insert(index + 1, beyond)
        elif span:
            component = component.without(*span)
        if (
            self.house
            and (remark := _LOCATED.search(component.folded))
            and component.folded[: remark.start()].strip(" .-")
        ):
            component = component.without(*remark.span())
        self.street = re.sub(r"\s+", " ", component.text).strip(" .,-") or None
        sides = _CROSSING.split(_CORNER_FIRST.sub("", component.folded, count=1))
        keys = tuple(street_key(side, self.languages) for side in sides if side.strip())
        self.crossing = keys if len(keys) == 2 and all(keys) else ()
        # "Foo & Bar Street 5" is one street; only two kinds ("Foo St / Bar Ave 5") make a corner with a number
        cornered = len(sides) == 2 and all(self._has_kind(_Component.of(side)) for side in sides)
        self.street_key = street_key(sides[0] if cornered else component.folded, self.languages) or None

    def _house_span(self, folded: str) -> tuple[int, int] | None:
        """Where the house number stands in a component: at the end that is usual in the country, else at the other,
        else, where it is the only number, between the street and what else the component names."""
        found = [self._span(match, folded) for match in HOUSE.finditer(folded)]
        if not found or not re.search(r"[^\W\d_]{2}", folded):
            return None
        first, last = found[0], found[-1]
        leading = first if not folded[: first[0]].strip(" .") else None
        trailing = last if not folded[last[1] :].strip(" .-") else None
        chosen = (leading or trailing) if self.country in HOUSE_FIRST else (trailing or leading)
        return chosen or (first if len(found) == 1 else None)

    def _span(self, match: re.Match[str], folded: str) -> tuple[int, int]:
        """A number's place, without a letter after a gap that is rather the start of the street ("12 W Main St")."""
        start, end = match.span()
        letter = re.search(r"\s([^\W\d_])$", match[0])
        rest = words(folded[end:])
        if (
            letter
            and rest
            and (letter[1] in abbreviations(self.languages) or set(rest) <= kind_words(self.languages))
        ):
            end = start + letter.start()
        return start, end

    def _read_city(self, components: list[_Component], street: int) -> None:
        before = [component for component in components[:street] if _names_city(component)]
        for component in [*before, *filter(_lettered, components[street + 1 :])]:
            name = re.sub(r"\s+", " ", component.text).strip(" .,-")
            if len(name) > 2:
                self.city = name
                return


def _lettered(component: _Component) -> bool:
    if is_house(component.folded) or ONE_BLOCK.fullmatch(component.folded):
        return False
    return sum(sign.isalpha() for sign in component.folded) > 1


def _names_city(component: _Component) -> bool:
    found = words(component.folded)
    return (
        bool(found)
        and (found[0] in _CITIES or found[-1] in _CITIES)
        and not any(map(str.isdigit, component.folded))
    )


_CITIES = frozenset(map(fold, CITY_WORDS))
