"""Text to tokens that no language shapes: clocks, words and marks, in one pass over cleaned characters."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import NamedTuple

from directory_crawler.core.normal.hours.clock import Clock
from directory_crawler.core.normal.hours.week import Unreadable

LONGEST_TEXT = 4000
"""Characters. A week in ten languages fits; what is longer is a page, not a field."""


class Token(NamedTuple):
    """`text` as compared with word lists; `clock` where it can be a time of day; `glued` to the token before."""

    text: str
    clock: Clock | None = None
    glued: bool = False


_BLOCK_TAG = re.compile(r"<\s*/?\s*(?:br|p|div|li|ul|ol|tr|table|h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[!/]?[a-zA-Z][^<>]{0,200}>")
_SAME = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−~〜～∼→➔⇒➜÷ー─"), "-"),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛`´′ʼ"), "'"),
    **dict.fromkeys(map(ord, "•▪●■◦‣∙·*"), ";"),
    **dict.fromkeys(map(ord, "、،"), ","),
    **dict.fromkeys(map(ord, "∶："), ":"),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"), ""),
    **dict.fromkeys(map(ord, "\r\u2028\u2029\v\f"), "\n"),
    ord("ł"): "l",
    ord("ø"): "o",
    ord("đ"): "d",
    ord("ı"): "i",
    ord("æ"): "ae",
    ord("№"): "#",
}


def clean(text: str) -> str:
    """Return text with markup, case, accents and the many dashes, quotes and spaces of Unicode evened out."""
    if "<" in text:
        text = _TAG.sub(" ", _BLOCK_TAG.sub("\n", text))
    if "&" in text:
        text = unescape(text)
    if text.isascii():
        return text.lower().translate(_SAME)
    text = re.sub(r"([2-6])\s?ª", r" feira\1 ", text)
    text = unicodedata.normalize("NFKC", text.translate(_SAME)).casefold()
    plain = (c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    return "".join(plain).translate(_SAME)


# "10-00 - 18-00", "c 10-00 до 18-00": the dash inside the time, told by round minutes and a range around it.
_DASHED_PAIR = re.compile(
    r"(?<![\d:.,-])(\d{1,2})-([0-5][05])(\s?(?:-|до|по|to|till|bis)\s?)(\d{1,2})-([0-5][05])(?![\d:.]|-\d)"
)
_DASHED_START = re.compile(r"(?<![\d:.,-])(\d{1,2})-([0-5][05])(?=\s(?:до|по|to|till|bis)\s)")
_DASHED_END = re.compile(r"(?<=\s)((?:до|to|till|bis)\s)(\d{1,2})-([0-5][05])(?![\d:.]|\s?-)")

_TOKEN = re.compile(
    r"""
    (?P<noise> https?://\S+ | www\.\S+ | \S{1,64}@\S{1,64}
      | (?:\b(?:tel|phone|ph|fon|telefon|telefono|telefone|telephone|fax|mobil|mobile|whatsapp|тел|телефон|т)\b
          [.:\s]{0,3})? (?: \+\s?\d[\d ()/.-]{6,24}\d | \(?\b[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}\b
          | \b0\d{2,4}[ /-]\d{5,}\b | \b\d{7,}\b)
      | \b(?:tel|phone|fon|telefon|telefono|telefone|telephone|fax|mobil|mobile|whatsapp|тел|телефон)\b
          [.:\s]{1,3} [\d(][\d ()/.-]{4,24}\d )
  | (?P<date> \b(?: \d{4}(?P<s1>[./-])\d{1,2}(?P=s1)\d{1,2}
          | \d{1,2}(?P<s2>[./-])\d{1,2}(?P=s2)(?:\d{4}|\d{2}))\b(?![:./-]\d)
      | \b(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.(?!\s?\d|\w) )
  | (?P<always> \b24\s?/\s?7\b(?:\s?/\s?365)? | \b24\s?h?\s?/\s?24(?:\s?h\b)? | \b7\s?/\s?24\b )
  | (?P<everyday> \b7\s?[a-z]?\s?/\s?7(?:\s?[a-z]\b)? )
  | (?: t(?=\d\d:\d\d) )? (?P<hour> \d{1,2} )
      (?: (?: \s?:\s? | u | ' | [.,] ) (?P<minute> [0-5]\d )
            (?: :[0-5]\d (?:\.\d{1,6})? (?: z\b | [+-](?:0\d|1[0-4]):?[034][05]\b(?!:) )? )? (?! \d )
            (?: \s?[hu]\b )?
        | (?: h | \s?h\s?(?=[0-5][05]) ) (?P<after_h> [0-5]\d ) (?! \d | \s?h )
        | (?! \d ) (?: \s?[hu]\b )? )
      (?P<half> \s?[ap]\.\s?m\b\.? | [ap]m?\b\.? )?
  | (?P<digits> \d+ )
  | (?P<word> [^\W\d_]+ )
  | (?P<mark> \n | [^\w\s] )
    """,
    re.VERBOSE,
)


def scan(text: str) -> list[Token]:
    """Return the tokens of a text; spaces are gone, addresses and telephone numbers are dropped.

    Raises `Unreadable` for a text over `LONGEST_TEXT` characters and for one that names dates.
    """
    if len(text) > LONGEST_TEXT:
        raise Unreadable("too long", f"{len(text)} characters, at most {LONGEST_TEXT} are read")
    plain = clean(text)
    if len(plain) > 2 * LONGEST_TEXT:
        raise Unreadable("too long", f"{len(plain)} characters once normalised")
    if "-" in plain:
        plain = _DASHED_PAIR.sub(r"\1:\2\3\4:\5", plain)
        plain = _DASHED_END.sub(r"\1\2:\3", _DASHED_START.sub(r"\1:\2", plain))
    tokens: list[Token] = []
    ended = 0
    start = 0
    while found := _TOKEN.search(plain, start):
        start = found.end()
        token = _token(found, plain, glued=found.start() == ended and bool(tokens))
        ended = found.end()
        if isinstance(token, int):
            # A comma or dot that turned out to part two intervals: the second number is read again by itself.
            start = ended = token
            tokens += (Token(found["hour"], _clock(found["hour"], None, ""), glued=True), Token(","))
        elif token is not None:
            tokens.append(token)
    return tokens


def _token(found: re.Match[str], plain: str, *, glued: bool) -> Token | int | None:
    kind = found.lastgroup
    text = found[0]
    if found["noise"]:
        return None
    if found["date"]:
        raise Unreadable("season", text)
    if found["always"]:
        return Token("24/7", None, glued)
    if found["everyday"]:
        return Token("7/7", None, glued)
    if found["hour"]:
        separator = found.start("minute") - 1
        if (
            found["minute"]
            and plain[separator] in ".,"
            and plain[max(0, found.start() - 3) : found.start()].rstrip(" ")[-1:] == "-"
            and plain[found.end() : found.end() + 2].strip()[:1] == "-"
        ):
            return separator + 1
        return Token(
            text, _clock(found["hour"], found["minute"] or found["after_h"], found["half"] or ""), glued
        )
    if found["digits"]:
        return Token(text, _military(text), glued)
    assert kind in ("word", "mark")
    return Token(text, None, glued)


def _clock(hour: str, minute: str | None, half: str) -> Clock:
    said = {"a": "am", "p": "pm"}.get(half.strip()[:1], "")
    exact = not said and (hour[0] == "0" or int(hour) > 12)
    return Clock(int(hour), int(minute or 0), said, exact)


def _military(digits: str) -> Clock | None:
    """Read 0830, 1730 and 930 as times; not 2023 or any other number whose minutes are odd ones."""
    if len(digits) not in (3, 4):
        return None
    hour, minute = int(digits[:-2]), int(digits[-2:])
    if minute > 59 or minute % 5 or hour > 24:
        return None
    return Clock(hour, minute, "", exact=digits[0] == "0" or hour > 12)
