"""Spreadsheet cells that stay text.

A spreadsheet runs a CSV cell that starts with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return. The rule here:

* such a text gets an apostrophe in front, the spreadsheets' own sign for "this is text", and so does a text that
  starts with an apostrophe before one of these signs, so that `read_cell` can give every text back as it was;
* numbers stay as they are: a plain signed number (``-12.5``), and a telephone number (``+49 30 123``: a plus, then
  nothing but digits, spaces and ``()-./``), also with an extension and several in a row (``+49 30 123 ext. 7; +49 30
  456``). A plus before digits alone makes at worst a number of them.
* white space and invisible signs in front do not hide a formula, nor do the full-width forms of these signs.
"""

from __future__ import annotations

import re

_BEFORE = re.compile(r"[\s\x00-\x1f\u200b-\u200f\u2060\ufeff']*")
_SIGNS = "=+-@＝＋－＠"
_SIGNED_NUMBER = re.compile(r"[+-]\d{1,15}(?:[.,]\d{1,15})?%?")
_NUMBER = r"\+?\d(?:[ ().\-/]{0,2}\d){2,18}(?: ext\. \d{1,8})?"
_TELEPHONES = re.compile(rf"{_NUMBER}(?:; {_NUMBER})*")

LONGEST_CELL = 32_767
"""Characters that a spreadsheet cell holds; what is longer is cut."""


def safe_cell(value: object) -> object:
    """The value for a CSV or XLSX cell: texts that would run as a formula defused, all else as it is."""
    if not isinstance(value, str) or (value[:1].isalnum() and len(value) <= LONGEST_CELL):
        return value
    text = value[:LONGEST_CELL]
    if _is_number(text) or not _starts_formula(text):
        return text
    return ("'" + text)[:LONGEST_CELL]


def read_cell(text: str) -> str:
    """The text that `safe_cell` wrote (of texts below `LONGEST_CELL`)."""
    return text[1:] if text.startswith("'") and safe_cell(text[1:]) == text else text


def _is_number(text: str) -> bool:
    return bool(_SIGNED_NUMBER.fullmatch(text) or _TELEPHONES.fullmatch(text))


def _starts_formula(text: str) -> bool:
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    return text[:1] in ("\t", "\r", "\n") or (start < len(text) and text[start] in _SIGNS)
