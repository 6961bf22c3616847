"""Words of one language to the parts of a text: what is no part of it is told apart first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.lexicon import Role, Word
from directory_crawler.core.normal.hours.reader import Reader
from directory_crawler.core.normal.hours.week import Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.normal.hours.parts import Part

_OPENING, _CLOSING = frozenset("(["), frozenset(")]")


class UnknownWords(Exception):  # noqa: N818 - how the caller learns that this is not the language of the text
    """The text has words that the lexicon lacks; `known_reason` is the refusal that the known ones give."""

    def __init__(self, words: Sequence[str], known_reason: str) -> None:
        super().__init__(words, known_reason)
        self.words = tuple(words)
        self.known_reason = known_reason


@dataclass(frozen=True)
class Parts:
    """The parts of a text, and whether a remark in brackets was left out of them."""

    parts: tuple[Part, ...]
    remarks_dropped: bool


def parts_of(words: list[Word], *, twelve_hour: bool) -> Parts:
    """Return the parts of a text whose words were looked up in one language.

    Raises `UnknownWords` for another language, `Unreadable` where the words are known and give no fixed week.
    """
    kept = _without_remarks(words)
    unknown = [word.text for word in kept if _is_unknown(word)]
    refusals = [(w.meaning.reason, w.text) for w in kept if w.meaning and w.meaning.role is Role.REFUSE]
    if unknown:
        appointment = any(word.meaning and word.meaning.role is Role.APPOINTMENT for word in kept)
        raise UnknownWords(unknown, refusals[0][0] if refusals else "appointment" if appointment else "words")
    if refusals:
        raise Unreadable(*refusals[0])
    reader = Reader(kept, twelve_hour=twelve_hour)
    return Parts(reader.read(), remarks_dropped=len(kept) < len(words))


def _is_unknown(word: Word) -> bool:
    return word.meaning is None and word.token.clock is None and word.text[:1].isalnum()


def _without_remarks(words: list[Word]) -> list[Word]:
    """Leave out what stands in brackets or quotes when it has foreign words and says neither days nor times."""
    kept: list[Word] = []
    opened = -1
    for word in words:
        kept.append(word)
        if word.text in _OPENING or (word.text == '"' and opened < 0):
            opened = len(kept) - 1
        elif opened >= 0 and (word.text in _CLOSING or word.text == '"'):
            if _is_remark(kept[opened:]):
                del kept[opened:]
            opened = -1
    return kept


def _is_remark(words: list[Word]) -> bool:
    idle = (None, Role.FILLER, Role.AND, Role.FROM, Role.TO, Role.UNTIL, Role.UNIT)
    return any(map(_is_unknown, words)) and all(
        word.token.clock is None and (word.meaning.role if word.meaning else None) in idle for word in words
    )
