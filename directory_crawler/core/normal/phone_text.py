"""What stands in the text of a telephone field: pieces that may be numbers, and the words around them.

One pass over the text, without knowledge of numbering plans: `phones` judges the pieces.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import date
from html import unescape
from urllib.parse import unquote

from directory_crawler.core.normal.phone_tables import (
    CONJUNCTIONS,
    EXTENSION_WORDS,
    FAX_LABELS,
    HOTLINE_LABELS,
    LABELS,
    NUMBER_WORDS,
    REGISTER_WORDS,
)

LONGEST_TEXT = 4_000
"""Characters of one value that are read; the longest honest field met held eleven numbers in 300."""

_HREF = re.compile(
    r"""href\s{0,5}=\s{0,5}["']?\s{0,5}((?:tel|callto|sms|whatsapp|https?)[^"'<>]{1,300})""", re.IGNORECASE
)
_TAG = re.compile(r"<[^<>]{0,2000}>")
_CHAT = re.compile(
    r"(?:wa\.me/|api\.whatsapp\.com/send/?\?phone=|whatsapp://send/?\?phone=)(?:\+|%2B)?(\d{7,15})",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s<>\"']{1,500}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}", re.IGNORECASE
)
_SCHEME = re.compile(r"\b(?:tel|callto|sms|phone):(?://)?(?=[+(\d%])", re.IGNORECASE)
_CONTEXT = re.compile(r"([\d().\-\s]{2,30});phone-context=(?:\+([\d\-]{1,20})|[\w.-]{1,100})", re.IGNORECASE)
_TIMES = re.compile(
    r"(?<![\d:])(?:[01]?\d|2[0-4])[:.][0-5]\d(?::[0-5]\d)?\s{0,2}(?:[ap]\.?m\b\.?)?\s{0,2}[-–—]\s{0,2}"
    r"(?:[01]?\d|2[0-4])[:.][0-5]\d(?![\d:.]|[-–]\d)|(?<![\d:])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])"
    r"|\b24\s?/\s?7\b|\b(?:1[0-2]|0?\d)\s?(?:[ap]\.?m)\b\.?",
    re.IGNORECASE,
)
_DATES = re.compile(
    r"(?<![\d./-])(?:(?P<y1>(?:19|20)\d\d)([-./])(?P<m1>\d\d?)\2(?P<d1>\d\d?)"
    r"|(?P<d2>\d\d?)([-./])(?P<m2>\d\d?)\6(?P<y2>(?:19|20)\d\d))(?![\d/-]|\.\d)"
)
_MONEY = re.compile(
    r"[€$£¥₽₴₹₺₪]\s?\d[\d.,\s]{0,15}|(?<![\d+])\d{1,3}(?:[.,\s]?\d{3}){0,3}(?:[.,]\d{1,2})?\s?(?:[€$£¥₽₴₹₺₪]|(?:EUR|USD|GBP|руб|грн|zł|kr)\b)",
    re.IGNORECASE,
)
_POINT = re.compile(r"(?<![\d.+(])-?(\d{1,3})\.\d{3,12}\s{0,2}[,;\s]\s{0,2}-?(\d{1,3})\.\d{3,12}(?![\d.])")
_MASK = re.compile(r"(?:[xX]{2,}|[*•?#]{2,}|_{2,}|…|\.{3,})(?:[-. ]?(?:[xX*•?_#]{2,}))*")
_CARRIER = re.compile(r"(?<!\w)0[xX]{2}(?=\d{2})")  # Brazil: "dial your carrier's code here"
_EXTENSION = re.compile(
    r"[\s,;(\[]{0,6}(?:(?<![^\W\d_])(?:"
    + "|".join(EXTENSION_WORDS)
    + r")(?![^\W\d_])|#|,,)[\s.:=#№\-]{0,6}(\d{1,7})(?![\d\-.]*\d)[)\]]?",
    re.IGNORECASE,
)
_DASHES = (
    dict.fromkeys(map(ord, "‐‑‒–—―−﹣－ー〜~"), "-")
    | dict.fromkeys(map(ord, "⁄∕／"), "/")
    | {ord("＋"): "+", ord("﹢"): "+"}
)
_TOKEN = re.compile(
    r"(?P<digits>\d+)|(?P<plus>\+)|(?P<word>[^\W\d_]+)|(?P<mask>\ue000)|(?P<ext>\ue001\d+\ue002)|(?P<break>[\n;|•·\ue003&])|(?P<other>.)",
    re.DOTALL,
)

_CONTROLS = dict.fromkeys([*range(9), *range(14, 32), 127])

MASK, BREAK = "\ue000", "\ue003"  # private-use signs that stand in for what was taken out of the text


@dataclass(slots=True)
class Run:
    """Consecutive digits, with what stands before them since the run before (signs only, no words); `measured` when
    a word follows that is no label ("24 hours", "12p/min")."""

    digits: str
    before: str
    plus: bool
    measured: bool = False


@dataclass(slots=True)
class Piece:
    """Runs without a word or a hard break between them, and the words before them in the same text."""

    runs: list[Run] = field(default_factory=list)
    labels: tuple[str, ...] = ()
    extension: str | None = None
    masked: bool = False

    @property
    def fax(self) -> bool:
        """Whether the last label says fax, and not telephone and fax alike."""
        return bool(self.labels) and self.labels[-1] in FAX_LABELS and not set(self.labels[:-1]) & LABELS

    @property
    def registered(self) -> bool:
        """Whether the words before it say that it is the number of a register, a tax office or a bank."""
        words = list(self.labels[-4:])
        while words and words[-1] in NUMBER_WORDS:
            words.pop()
        initials = "".join(words[-2:]) if all(len(word) == 1 for word in words[-2:]) else ""
        names = not set(self.runs[0].before) & set(",;/)]") if self.runs else False
        return bool(words) and names and (words[-1] in REGISTER_WORDS or initials in REGISTER_WORDS)

    @property
    def hotline(self) -> bool:
        return any(word in HOTLINE_LABELS for word in self.labels)


@dataclass(slots=True)
class Scanned:
    """A text as pieces; `only_labels` when every word in it is a label (so a short number is all it says)."""

    pieces: list[Piece]
    only_labels: bool


def plain(text: str) -> str:
    """Any script's digits as ASCII, all dashes as "-", invisible signs and markup out."""
    text = unescape(text) if "&" in text else text
    links = " ; ".join(unquote(link) for link in _HREF.findall(text)) if "<" in text else ""
    text = f"{links} ; {_TAG.sub(BREAK if links else ' ', text)}" if "<" in text else text
    if text.isascii():
        return text.translate(_CONTROLS)
    text = unicodedata.normalize("NFKC", text.translate(_DASHES))
    return "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() else sign
        for sign in text.translate(_DASHES)
        if unicodedata.category(sign) not in ("Cf", "Co", "Cs") and (sign.isprintable() or sign.isspace())
    )


def scan(text: str) -> Scanned:
    """The pieces of a text of at most `LONGEST_TEXT` characters."""
    text = plain(text)
    if "%" in text:
        text = unquote(text, errors="ignore")
    text = _CHAT.sub(rf" {BREAK} +\1 {BREAK} ", text)
    text = _ADDRESS.sub(f" {BREAK} address {BREAK} ", text)
    text = _CONTEXT.sub(_in_context, text)
    text = _SCHEME.sub(f" {BREAK} ", text)
    text = _POINT.sub(_without_point, text)
    text = _DATES.sub(_without_date, text)
    text = _TIMES.sub(f" {BREAK} time {BREAK} ", text)
    text = _MONEY.sub(f" {BREAK} price {BREAK} ", text)
    text = _CARRIER.sub("0", text)
    text = _EXTENSION.sub("\ue001\\1\ue002", text)
    return _pieces(_MASK.sub(MASK, text))


def _in_context(match: re.Match[str]) -> str:
    local = re.sub(r"\D", "", match[1])
    return f" +{match[2]}{local} " if match[2] else f" {local} "


def _without_point(match: re.Match[str]) -> str:
    return f" {BREAK} point {BREAK} " if int(match[1]) <= 90 and int(match[2]) <= 180 else match[0]


def _without_date(match: re.Match[str]) -> str:
    year, month, day = (int(match[f"{part}1"] or match[f"{part}2"]) for part in "ymd")
    if max(month, day) <= 31 and min(month, day) <= 12 and min(month, day) > 0 and date.min.year <= year:
        return f" {BREAK} date {BREAK} "
    return match[0]


_KNOWN = LABELS | FAX_LABELS | HOTLINE_LABELS | CONJUNCTIONS


def _pieces(text: str) -> Scanned:
    pieces: list[Piece] = []
    piece = Piece()
    labels: list[str] = []
    before = ""
    plus = masked = False
    only_labels = True

    def close() -> None:
        nonlocal piece, before, plus, masked
        if piece.runs:
            pieces.append(piece)
            labels.clear()
        piece, before, plus, masked = Piece(), "", False, False

    for token in _TOKEN.finditer(text):
        kind, found = token.lastgroup, token[0]
        if kind == "digits":
            if not piece.runs:
                piece.labels = tuple(labels)
                piece.masked = masked
            piece.runs.append(Run(found, before, plus))
            before, plus = "", False
        elif kind == "plus":
            before, plus = before + found, True
        elif kind == "mask":
            masked = True
            piece.masked = True
        elif kind == "ext":
            (piece if piece.runs else pieces[-1] if pieces else piece).extension = found[1:-1]
            close()
        elif kind == "word":
            word = found.casefold()
            known = word in _KNOWN
            if piece.runs:
                piece.runs[-1].measured = not known
            close()
            labels.append(word)
            only_labels = only_labels and known
        elif kind == "break":
            close()
        else:
            before += found
    close()
    return Scanned(pieces, only_labels)
