"""Titles of vacancies as far as they say what the vacancy is."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")
_BRACKETED = re.compile(r"[(\[{<（【「][^()\[\]{}<>（）【】「」]{0,40}[)\]}>）】」]")
_GENDERS = re.compile(
    r"(?<!\w)(?:[mwfdxhuiv]|gn|all genders?)(?:\s?[/|*,]\s?(?:[mwfdxhuiv]|gn))+(?!\w)", re.IGNORECASE
)
_GENDERED = re.compile(
    r"(?<=\w)(?:[/*:_(]-?(?:in|innen|frau|euse|rice|e|ère|trice|a|o|as|os|ka)\)?)(?!\w)", re.IGNORECASE
)
_NOISE = frozenset(
    # What is said of every vacancy: nothing of this one.
    {
        "urgent", "urgently", "asap", "immediate", "immediately", "start", "now", "new", "hiring",
        "wanted", "hot", "job", "jobs", "vacancy", "vacancies", "position", "opportunity", "leading",
        "employer", "top", "pay", "great", "ab", "sofort", "gesucht", "dringend", "neu", "neue", "stelle",
        "urgence", "poste", "recherche", "immediat", "immédiat", "cdi", "cdd", "urgente", "oferta",
        "empleo", "trabajo", "pilnie", "praca", "zaraz", "nowa", "срочно", "требуется", "вакансия",
        "работа", "новая", "急募", "急聘", "诚聘", "招聘", "募集", "مطلوب", "عاجل", "وظيفة",
    }
)  # fmt: skip


@lru_cache(maxsize=1 << 16)
def title_words(title: str) -> tuple[str, ...]:
    """The words of a title, sorted, without what is said of any vacancy: for whom it is, how urgent it is. A bracket is
    left out unless a number stands in it."""
    text = unicodedata.normalize("NFKC", title)[:500]
    text = _GENDERED.sub("", _GENDERS.sub(" ", text))
    text = _BRACKETED.sub(lambda found: found[0] if any(map(str.isdigit, found[0])) else " ", text)
    words = {word.casefold() for word in _WORD.findall(text)}
    return tuple(sorted(words - _NOISE or words))


def title_key(title: str | None) -> str:
    """The words of a title as one text; empty where there is none."""
    return " ".join(title_words(title)) if title else ""


def titles_contradict(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether both titles have numbers, and others: "Driver 2" and "Driver 3" are two openings."""
    a, b = ({word for word in words if any(map(str.isdigit, word))} for words in (one, other))
    return bool(a and b and not a & b)


def titles_agree(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """The share of the words of the shorter title that are in the other one; 0.5 where a title is missing."""
    if not one or not other:
        return 0.5
    return len(set(one) & set(other)) / min(len(one), len(other))
