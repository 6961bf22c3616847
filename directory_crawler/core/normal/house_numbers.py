"""House numbers: found in a folded line, and in one writing."""

from __future__ import annotations

import re

from directory_crawler.core.normal.address_tables import BLOCK_WORDS, HOUSE_WORDS
from directory_crawler.core.normal.folding import fold

_ATTACHED = r"(?![кс]\.?\s?\d)[^\W\d_](?![^\W_])"
LETTER = r"[^\W\d_](?![^\W_])(?!\.\s?[^\W_])(?!\s?\d)"  # after a gap: not the "к." of "12 к. 2"
_BLOCK = (
    rf"(?P<word>{'|'.join(sorted(BLOCK_WORDS, key=len, reverse=True))})(?![^\W\d_])\.?\s?"
    rf"(?P<value>\d{{1,4}}(?:{LETTER})?|{LETTER})"
)
_UNNAMED_BLOCK = re.sub(r"\?P<\w+>", "?:", _BLOCK)
_ONE = rf"\d{{1,5}}(?:\s?(?:bis|ter|quater)(?![^\W_])|{_ATTACHED}|\s?-?\s?{LETTER})?"
_NUMBER = (
    rf"(?:\d{{1,5}}\s{{1,2}}1/2|{_ONE}(?:\s?[-/]\s?(?:{_ONE}|{_ATTACHED})){{0,3}})"
    rf"(?:[\s,.]{{0,4}}{_UNNAMED_BLOCK}){{0,4}}"
)
_BEFORE_NUMBER = "|".join(sorted(map(fold, HOUSE_WORDS), key=len, reverse=True))
HOUSE = re.compile(
    rf"(?<![^\W_])(?:(?:{_BEFORE_NUMBER})(?![^\W\d_])[.:\s]{{0,4}}|№\s?)?(?P<number>{_NUMBER})(?![^\W_])"
)
ONE_BLOCK = re.compile(rf"\s*{_BLOCK}\s*")
_LOOK_ALIKE = str.maketrans("авекмнорстх", "abekmhopctx")
SAME_SIGNS = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-") | {ord("⁄"): "/", ord("½"): " 1/2"}


def house_number(text: str) -> str | None:
    """A house number in one writing: no spaces, lower case, "12-A" as "12a", "корп. 2 стр. 1" as "к2с1"; None when
    there is no digit in it."""
    match = HOUSE.search(fold(text[:60].translate(SAME_SIGNS)))
    return _one_writing(match["number"]) if match else None


def _one_writing(number: str) -> str:
    blocks = list(re.finditer(rf"(?<![^\W\d_]){_BLOCK}", number))
    house = (number[: blocks[0].start()] if blocks else number).strip(" ,.")
    house = re.sub(r"(\d)\s{0,2}1/2$", r"\1½", house)
    house = re.sub(
        r"(\d)[\s/-]*([^\W\d_])(?![^\W\d_])", lambda match: match[1] + match[2].translate(_LOOK_ALIKE), house
    )
    house = re.sub(r"\s", "", house).lstrip("0") or "0"
    return house + "".join(BLOCK_WORDS[block["word"]] + block["value"] for block in blocks)


def block_suffix(block: re.Match[str]) -> str:
    """A match of `ONE_BLOCK` as it is written behind the number ("к2")."""
    return BLOCK_WORDS[block["word"]] + block["value"]


def is_house(folded: str) -> bool:
    """Whether a folded text is a house number and nothing else."""
    return HOUSE.fullmatch(folded.strip(" .-")) is not None
