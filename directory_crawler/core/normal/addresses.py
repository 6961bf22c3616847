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
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from directory_crawler.core.normal.address_tables import (
    BLOCK_WORDS,
    CITY_WORDS,
    CORNER_WORDS,
    HOUSE_FIRST,
    HOUSE_WORDS,
    JOINED_KINDS,
    ORDINALS,
    STREET_WORDS,
    UNIT_WORDS,
    UNNAMED_KINDS,
)
from directory_crawler.core.normal.folding import LONGEST, fold, words
from directory_crawler.core.normal.postcodes import find_postcode

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
    given = {name: value.strip() for name, value in (parts or {}).items() if value and value.strip()}
    whole = (text or "").strip() or ", ".join(
        given[name] for name in ("street", "house", "unit", "postcode", "city") if name in given
    )
    if not whole:
        return Address(None)
    line = given.get("street") or (text or "").strip()
    place = _Reading(tuple(languages), country.upper())
    place.read(line[:LONGEST])
    house = given.get("house")
    if house:
        place.house = house_number(house)
    key = None
    if place.crossing and not place.house:
        key = " & ".join(sorted(place.crossing))
    elif place.street_key and place.house:
        key = f"{place.street_key} {place.house}"
    return Address(
        text=whole,
        key=key,
        street=place.street or given.get("street"),
        house=place.house,
        unit=given.get("unit") or place.unit,
        postcode=(given.get("postcode") or place.postcode or "").upper() or None,
        city=given.get("city") or place.city,
    )


# --- houses ----------------------------------------------------------------------------------------------

_BLOCKS = "|".join(sorted(BLOCK_WORDS, key=len, reverse=True))
_NUMBER = r"\d{1,5}(?:\s?1/2|(?:\s?-?\s?[^\W\d_](?![^\W_]))?(?:\s?[-/]\s?\d{1,5}(?:\s?[^\W\d_](?![^\W_]))?)?)"
_HOUSE = re.compile(
    rf"(?:(?:{'|'.join(sorted(map(fold, HOUSE_WORDS), key=len, reverse=True))})(?![^\W_])[.\s]*|№\s?)?"
    rf"(?P<number>{_NUMBER}(?:[\s,.]*(?:{_BLOCKS})\b\.?\s?(?:\d{{1,4}}[^\W\d_]?|[^\W\d_](?![^\W_]))?)*)(?![^\W_])"
)
_LOOK_ALIKE = str.maketrans("авекмнорстх", "abekmhopctx")


def house_number(text: str) -> str | None:
    """A house number in one writing: no spaces, lower case, "12-A" as "12a", "корп. 2 стр. 1" as "к2с1"; None when
    there is no digit in it."""
    match = _HOUSE.search(fold(text[:60]).replace("⁄", "/"))
    return _one_writing(match["number"]) if match else None


def _one_writing(number: str) -> str:
    blocks = re.split(rf"[\s,.]*(?<![^\W\d_])({_BLOCKS})(?![^\W\d_])\.?\s?", number)
    house = re.sub(r"(\d)\s?1/2$", r"\1½", blocks[0].strip())
    house = re.sub(r"(\d)[\s-]*([^\W\d_])", lambda m: m[1] + m[2].translate(_LOOK_ALIKE), house)
    house = re.sub(r"\s", "", house).lstrip("0") or "0"
    pairs = zip(blocks[1::2], blocks[2::2], strict=True)
    return house + "".join(BLOCK_WORDS[word] + value.strip(" ,.") for word, value in pairs)


# --- the parts of a line -----------------------------------------------------------------------------------

_UNITS = "|".join(sorted({fold(word) for word in UNIT_WORDS}, key=len, reverse=True))
_UNIT = re.compile(
    rf"(?<![^\W_])(?:(?:{_UNITS})\b[.\s]*[№#]?\s?(?P<a>\d{{1,5}}[^\W\d_]?|[a-z]\d{{0,4}}(?![^\W_]))(?![^\W_])"
    rf"|(?P<b>\d{{1,3}})(?:st|nd|rd|th|e|er|o|a|º|-?и)?\.?\s(?:{_UNITS})(?![^\W_])\.?)|#\s?(?P<c>\w{{1,8}})"
)
_COMPONENT = re.compile(r"[^,;\n|•]+")
_CROSSING = re.compile(
    rf"\s(?:&|and|und|et|y|e|i|и|та|і)\s|\s?/\s?(?=[^\W\d_]{{3}})|\s(?:{'|'.join(map(fold, CORNER_WORDS))})\s"
)
_CORNER_FIRST = re.compile(rf"\s*(?:{'|'.join(map(fold, CORNER_WORDS))})\s(?:of\s)?")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


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
    street: str | None = None
    street_key: str | None = None
    house: str | None = None
    unit: str | None = None
    postcode: str | None = None
    city: str | None = None
    crossing: tuple[str, ...] = field(default_factory=tuple)

    def read(self, line: str) -> None:
        line = unicodedata.normalize("NFC", line)
        if len(_UNSPACED.findall(line)) >= 3:
            self._read_blocks(line)
            return
        components = [self._stripped(_Component.of(piece)) for piece in _COMPONENT.findall(line)]
        components = [c for c in components if c.folded.strip(" .-")]
        street = self._street_component(components)
        if street is None:
            return
        self._read_street(components, street)
        self._read_city(components, street)

    def _stripped(self, component: _Component) -> _Component:
        """The component without its unit and postcode."""
        if match := _UNIT.search(component.folded):
            # "12 bis" and "Apt 3" differ by the word alone: what is left must still hold a street or a house
            self.unit = self.unit or (match["a"] or match["b"] or match["c"])
            component = component.without(*match.span())
        has_kind = self._has_kind(component)
        if span := find_postcode(component.folded, self.country, leading=not has_kind):
            self.postcode = self.postcode or component.folded[span[0] : span[1]].strip()
            component = component.without(*span)
        return component

    def _has_kind(self, component: _Component) -> bool:
        kinds = _kinds(self.languages)
        return any(word in kinds or _joined_kind(word, self.languages) for word in words(component.folded))

    def _street_component(self, components: list[_Component]) -> int | None:
        lettered = [i for i, c in enumerate(components) if _lettered(c) and not _names_city(c)]
        for want in (
            lambda i: self._has_kind(components[i]) and _numbered(components[i]),
            lambda i: (
                self._has_kind(components[i]) and i + 1 < len(components) and _is_house(components[i + 1])
            ),
            lambda i: _numbered(components[i]),
            lambda i: i + 1 < len(components) and _is_house(components[i + 1]),
            lambda i: self._has_kind(components[i]),
        ):
            for index in lettered:
                if want(index):
                    return index
        return lettered[0] if lettered else None

    def _read_street(self, components: list[_Component], index: int) -> None:
        component = components[index]
        sides = [
            side for side in _CROSSING.split(_CORNER_FIRST.sub("", component.folded, count=1)) if side.strip()
        ]
        after = components[index + 1] if index + 1 < len(components) else None
        before = components[index - 1] if index else None
        span = None
        if after is not None and _is_house(after):
            self.house = house_number(after.folded)
            for more in components[index + 2 :]:
                if not (
                    match := re.fullmatch(
                        rf"\s*({_BLOCKS})\b\.?\s?(\d{{1,4}}[^\W\d_]?|[^\W\d_])\s*", more.folded
                    )
                ):
                    break
                self.house = (self.house or "") + BLOCK_WORDS[match[1]] + match[2]
        else:
            span = self._house_span(component.folded)
            if span is None and before is not None and _is_house(before):
                self.house = house_number(before.folded)
        if span is not None:
            self.house = house_number(component.folded[span[0] : span[1]])
            if after is not None and (
                match := re.fullmatch(
                    rf"\s*({_BLOCKS})\b\.?\s?(\d{{1,4}}[^\W\d_]?|[^\W\d_])\s*", after.folded
                )
            ):
                self.house = (self.house or "") + BLOCK_WORDS[match[1]] + match[2]
            component = component.without(*span)
        self.street = re.sub(r"\s+", " ", component.text).strip(" .,-") or None
        if len(sides) == 2 and not self.house:
            keys = tuple(street_key(side, self.languages) for side in sides)
            self.crossing = keys if all(keys) else ()
        self.street_key = street_key(_CROSSING.split(component.folded)[0], self.languages) or None

    def _house_span(self, folded: str) -> tuple[int, int] | None:
        found = list(_HOUSE.finditer(folded))
        if not found:
            return None
        leading = found[0] if not folded[: found[0].start()].strip(" .") else None
        trailing = found[-1] if not folded[found[-1].end() :].strip(" .") else None
        if leading is trailing and leading is not None:
            return None  # nothing but the number
        first, second = (leading, trailing) if self.country in HOUSE_FIRST else (trailing, leading)
        chosen = first or second
        if chosen is None:
            # a marked number in the middle ("ul. Długa 5 Kraków") counts when only a city can follow
            chosen = found[0] if len(found) == 1 and folded[: found[0].start()].strip() else None
        if chosen is None:
            return None
        rest = folded[: chosen.start()] + folded[chosen.end() :]
        return (
            chosen.span()
            if any(sign.isalpha() for sign in rest) or any(sign.isdigit() for sign in rest)
            else None
        )

    def _read_city(self, components: list[_Component], street: int) -> None:
        others = [c for i, c in enumerate(components) if i != street and _lettered(c) and not _is_house(c)]
        after = [c for c in components[street + 1 :] if c in others]
        for component in after or others:
            name = re.sub(r"\s+", " ", component.text).strip(" .,-")
            if len(name) > 2:
                self.city = name
                return

    # --- Japanese and Chinese ------------------------------------------------------------------------------

    def _read_blocks(self, line: str) -> None:
        folded = _KANJI_NUMBER.sub(_arabic, unicodedata.normalize("NFKC", line))
        if match := re.search(r"〒?\s?(\d{3}-\d{4})(?![\d-])|(?<!\d)(\d{6})(?!\d)", folded):
            self.postcode = match[1] or match[2]
            folded = folded[: match.start()] + folded[match.end() :]
        folded = re.sub(r"[\s,、。，]+", "", folded)
        if match := _REGION.match(folded):
            self.city = match[0]
            folded = folded[match.end() :]
        match = _BLOCK_NUMBERS.search(folded)
        if match is None:
            return
        self.street = folded[: match.start()] or None
        self.house = "-".join(re.findall(r"\d+[a-z]?", match[0].casefold())) or None
        self.street_key = fold(self.street or "")
        rest = folded[match.end() :]
        if unit := re.search(r"(\d{1,4})(?:室|号室|階|楼|F)|(?:室|階)(\d{1,4})", rest):
            self.unit = unit[1] or unit[2]


_KANJI_DIGITS = "〇一二三四五六七八九"
_KANJI_NUMBER = re.compile("[〇一二三四五六七八九十]{1,4}(?=丁目|番|号|條|条)")
_REGION = re.compile(
    r"(?:北海道|東京都|(?:京都|大阪)府|[^\d市区]{2,3}県|[^\d市区]{2,8}(?:省|自治区)|(?:北京|上海|天津|重庆)市?)"
)
_BLOCK_NUMBERS = re.compile(
    r"\d{1,4}(?:丁目|番地の?|番|号|號|弄|之|-)?(?:\d{1,4}(?:丁目|番地の?|番|号|號|弄|之|-)?){0,4}"
)


def _arabic(match: re.Match[str]) -> str:
    text = match[0]
    if "十" not in text:
        return "".join(str(_KANJI_DIGITS.index(sign)) for sign in text)
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1:
        return text
    return str((_KANJI_DIGITS.index(tens) if tens else 1) * 10 + (_KANJI_DIGITS.index(ones) if ones else 0))


def _lettered(component: _Component) -> bool:
    return sum(sign.isalpha() for sign in component.folded) > 1 and not _is_house(component)


def _numbered(component: _Component) -> bool:
    return any(sign.isdigit() for sign in component.folded)


def _is_house(component: _Component) -> bool:
    return _HOUSE.fullmatch(component.folded.strip(" .")) is not None


def _names_city(component: _Component) -> bool:
    found = words(component.folded)
    return bool(found) and (found[0] in _CITIES or found[-1] in _CITIES) and not _numbered(component)


_CITIES = frozenset(map(fold, CITY_WORDS))


# --- streets -----------------------------------------------------------------------------------------------

_ORDINAL = re.compile(r"(\d{1,4})(?:\s?-\s?(?:а?я|и|ы?и|о?и|е|го|х)|st|nd|rd|th|er|ere|eme|º|ª)(?![^\W_])")


def street_key(street: str, languages: Sequence[str]) -> str:
    """The words of a street's name in one writing, sorted; "" when only its kind is said."""
    languages = tuple(languages)
    text = _ORDINAL.sub(r"\1", fold(street))
    for pattern, whole in _punctuated(languages):
        text = pattern.sub(f" {whole} ", text)
    found = words(text)
    table = _abbreviations(languages)
    written: list[str] = []
    for place, word in enumerate(found):
        base, kind = _joined_kind(word, languages) or (word, None)
        if kind is not None:
            written += [base, kind]
        elif "en" in languages[:1] and word in ("st", "dr") and place == 0 and len(found) > 1:
            written.append("saint" if word == "st" else "doctor")
        else:
            written += table.get(word, ORDINALS.get(word, word)).split()
    kinds = _kinds(languages)
    if all(word in kinds for word in written):
        # "Broadway", "The Quay": a kind can be a name when nothing else is said, but not "ул." alone
        return (
            " ".join(sorted(word for word in written if word not in UNNAMED_KINDS)) if len(found) == 1 else ""
        )
    return " ".join(sorted(word for word in written if word not in UNNAMED_KINDS))


@lru_cache(maxsize=64)
def _abbreviations(languages: tuple[str, ...]) -> dict[str, str]:
    table: dict[str, str] = {}
    for language in languages:
        for whole, short in STREET_WORDS.get(language, {}).items():
            for form in (fold(whole), *map(fold, short.split())):
                table.setdefault(form, fold(whole))
    return table


@lru_cache(maxsize=64)
def _punctuated(languages: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """Abbreviations with a sign inside ("пр-т", "p.zza"), which would fall apart as words."""
    return [
        (re.compile(rf"(?<![^\W_]){re.escape(form)}(?![^\W_])\.?"), whole)
        for form, whole in _abbreviations(languages).items()
        if not form.isalnum() and " " not in form
    ]


@lru_cache(maxsize=64)
def _kinds(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_abbreviations(languages)) | frozenset(_abbreviations(languages).values())


def _joined_kind(word: str, languages: tuple[str, ...]) -> tuple[str, str] | None:
    """A street's name and kind where they are written as one word."""
    for language in languages:
        for kind in JOINED_KINDS.get(language, ()):
            if word.endswith(kind) and len(word) > len(kind) + 2:
                return word[: -len(kind)], _abbreviations(languages).get(kind, kind)
    return None
