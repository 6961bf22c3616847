"""Names of streets in one writing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from directory_crawler.core.normal.address_tables import (
    JOINED_KINDS,
    NAMES_OF_THEIR_OWN,
    ORDINALS,
    STREET_WORDS,
    UNNAMED_KINDS,
)
from directory_crawler.core.normal.folding import fold, words

if TYPE_CHECKING:
    from collections.abc import Sequence

_ORDINAL = re.compile(r"(\d{1,4})(?:\s?-\s?(?:а?я|и|ы?и|о?и|е|го|х)|st|nd|rd|th|er|ere|eme|º|ª)(?![^\W_])")


def street_key(street: str, languages: Sequence[str]) -> str:
    """The words of a street's name in one writing, sorted; "" when only its kind is said."""
    languages = tuple(languages)
    text = _ORDINAL.sub(r"\1", fold(street))
    for pattern, whole in _punctuated(languages):
        text = pattern.sub(f" {whole} ", text)
    found = words(text)
    table = abbreviations(languages)
    written: list[str] = []
    for place, word in enumerate(found):
        joined = joined_kind(word, languages)
        if joined is not None:
            written += joined
        elif word in _TITLES and "en" in languages[:1] and place == 0 and len(found) > 1:
            written.append(_TITLES[word])
        else:
            written += table.get(word, ORDINALS.get(word, word)).split()
    if len(set(written)) == 1 and written[0] in kind_words(languages) - _OWN_NAMES:
        return ""
    return " ".join(sorted(word for word in written if word not in _UNNAMED))


_TITLES = {"st": "saint", "dr": "doctor"}  # at the start of an English name; street and drive elsewhere
_UNNAMED = frozenset(map(fold, UNNAMED_KINDS))
_OWN_NAMES = frozenset(map(fold, NAMES_OF_THEIR_OWN))


@lru_cache(maxsize=64)
def abbreviations(languages: tuple[str, ...]) -> dict[str, str]:
    table: dict[str, str] = {}
    for language in languages:
        for whole, short in STREET_WORDS.get(language, {}).items():
            for form in (fold(whole), *map(fold, short.split())):
                table.setdefault(form, fold(whole))
    return table


@lru_cache(maxsize=64)
def _punctuated(languages: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """Abbreviations with a sign inside ("пр-т", "p.zza", "c/"), which would fall apart as words."""
    return [
        (
            re.compile(rf"(?<![^\W_]){re.escape(form)}" + ("" if form.endswith("/") else r"(?![^\W_])\.?")),
            whole,
        )
        for form, whole in abbreviations(languages).items()
        if not form.isalnum() and " " not in form
    ]


@lru_cache(maxsize=64)
def kind_words(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(abbreviations(languages)) | frozenset(abbreviations(languages).values())


def joined_kind(word: str, languages: tuple[str, ...]) -> tuple[str, str] | None:
    """A street's name and kind where they are written as one word."""
    for language in languages:
        for kind in JOINED_KINDS.get(language, ()):
            if word.endswith(kind) and len(word) > len(kind) + 2:
                return word[: -len(kind)], abbreviations(languages).get(kind, kind)
    return None
