"""How organisations are named, and how one name is written differently on another card."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from directory_crawler.demo import word_tables as words

if TYPE_CHECKING:
    from random import Random

LETTER_BANDS = ("A-D", "E-H", "I-M", "N-S", "T-Z", "other")
_LONGEST_SLUG = 40


def letter_band(name: str) -> str:
    """The first-letter band under which the site files `name`; digits and other scripts are "other"."""
    for sign in unicodedata.normalize("NFKD", name):
        if sign.isalnum():
            letter = sign.upper()
            for band in LETTER_BANDS[:-1]:
                if band[0] <= letter <= band[-1]:
                    return band
            return "other"
    return "other"


def surname(rng: Random) -> str:
    """A family name: built of two stems, or one of the table."""
    if rng.random() < 0.2:
        return rng.choice(words.OTHER_SURNAMES)
    return rng.choice(words.STEM_HEADS) + rng.choice(words.STEM_TAILS)


def draw_name(rng: Random, trade: str, *, crowded: bool) -> str:
    """A display name for a business of `trade`; half the names of a crowded rubric begin in the first band."""
    if crowded and rng.random() < 0.5:
        return f"{rng.choice(words.CROWDED_LEADS)} {surname(rng)} {trade}"
    draw = rng.random()
    if draw < 0.34:
        return f"{surname(rng)} {trade}"
    if draw < 0.50:
        return f"{surname(rng)} and {surname(rng)} {trade}"
    if draw < 0.64:
        return f"{surname(rng)} {trade} {rng.choice(words.NAME_ENDINGS)}"
    if draw < 0.76:
        return f"The {rng.choice(words.ADJECTIVES)} {rng.choice(words.NOUNS)} {trade}"
    if draw < 0.90:
        return f"{rng.choice(words.ADJECTIVES)} {surname(rng)} {trade}"
    if draw < 0.95:
        return f"{rng.choice(words.DISTRICT_NAMES)} {surname(rng)} {trade}"
    if draw < 0.985:
        return f"{rng.choice(words.DIGIT_LEADS)} {surname(rng)} {trade}"
    return f"{rng.choice(tuple(words.TRANSLITERATED))} {rng.randrange(2, 400)}"


def slug_of(name: str) -> str:
    """`name` as the label of a domain; the city's name in it keeps it off anybody's real one."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    label = "".join(sign for sign in ascii_only if sign.isalnum())[:_LONGEST_SLUG]
    return f"{label or 'shop'}-{words.CITY_NAME.lower()}"


def respelled(rng: Random, name: str) -> str:
    """The same name with the same tokens: case, order, ampersand, accents, legal form."""
    draw = rng.random()
    if draw < 0.25:
        return name
    if draw < 0.45:
        return f"{name} {rng.choice(words.LEGAL_FORMS)}"
    if draw < 0.60:
        return name.upper()
    tokens = name.split()
    if draw < 0.75:
        return f"{tokens[-1]} {' '.join(tokens[:-1])}"
    if draw < 0.85:
        return " - ".join((" ".join(tokens[:-1]), tokens[-1])) if len(tokens) > 1 else name
    return "".join(s for s in unicodedata.normalize("NFKD", name) if not unicodedata.combining(s))


def loosely_respelled(rng: Random, name: str) -> str:
    """The same name with other tokens: abbreviated, transliterated, a word more or less, a typing error."""
    for original, latin in words.TRANSLITERATED.items():
        if name.startswith(original):
            return name.replace(original, latin)
    draw = rng.random()
    if draw < 0.35:
        short = " ".join(words.NAME_ABBREVIATIONS.get(token, token) for token in name.split())
        return short if short != name else extended(rng, name)
    if draw < 0.75:
        return extended(rng, name)
    return mistyped(rng, name)


def extended(rng: Random, name: str) -> str:
    """`name` within a longer one."""
    return (
        f"{name} {rng.choice(('of', 'in'))} {words.CITY_NAME}" if rng.random() < 0.6 else f"{name} Services"
    )


def mistyped(rng: Random, name: str) -> str:
    """`name` with two neighbouring letters of its longest word exchanged."""
    tokens = name.split()
    longest = max(range(len(tokens)), key=lambda index: len(tokens[index]))
    word = tokens[longest]
    if len(word) < 4:
        return name
    spot = rng.randrange(1, len(word) - 2)
    tokens[longest] = word[:spot] + word[spot + 1] + word[spot] + word[spot + 2 :]
    return " ".join(tokens)
