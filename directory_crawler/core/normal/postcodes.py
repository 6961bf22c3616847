"""Postcodes within a line of an address."""

from __future__ import annotations

import re
from functools import lru_cache

from directory_crawler.core.normal.address_tables import HOUSE_FIRST

_PATTERNS = {
    "GB": r"[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}",
    "IE": r"[a-z]\d[\dw]\s?[a-z\d]{4}",
    "CA": r"[a-z]\d[a-z]\s?\d[a-z]\d",
    "NL": r"\d{4}\s?[a-z]{2}",
    "PL": r"\d{2}-\d{3}",
    "PT": r"\d{4}-\d{3}",
    "BR": r"\d{5}-\d{3}",
    "CZ": r"\d{3}\s?\d{2}",
    "SK": r"\d{3}\s?\d{2}",
    "SE": r"\d{3}\s?\d{2}",
    "GR": r"\d{3}\s?\d{2}",
    "US": r"\d{5}(?:-\d{4})?",
    "AR": r"[a-z]?\d{4}(?:[a-z]{3})?",
}
_FOUR = "AT BE CH DK NO HU AU ZA BG SI LU CY GE AM NZ PH"
_SIX = "RU IN CN KZ BY SG UZ KG RO VN CO"
_DIGITS = dict.fromkeys(_FOUR.split(), 4) | dict.fromkeys(_SIX.split(), 6)
"""Lengths of all-digit postcodes; others have five."""


@lru_cache(maxsize=256)
def _pattern(country: str) -> tuple[re.Pattern[str], bool]:
    """The pattern, and whether it could not be a house number."""
    text = _PATTERNS.get(country) or rf"(?:[a-z]{{1,2}}-)?\d{{{_DIGITS.get(country, 5)}}}"
    telling = country in _PATTERNS and country not in ("US", "AR", "CZ", "SK", "SE", "GR")
    return re.compile(rf"(?<![^\W_])(?<!\d[-/])(?:{text})(?![^\W_]|[-/]\d)"), telling


def find_postcode(folded: str, country: str, *, leading: bool) -> tuple[int, int] | None:
    """Where the postcode stands in a folded line; None when nothing there is one beyond doubt.

    A code of digits alone counts where a house number would not stand: as all of the line, at its end after a word
    ("IL 62701"), with `leading` (the line names no street) at its start ("10115 Berlin"), and between street and city
    when another number, the house's, comes before it, or when it has five digits or more.
    """
    pattern, telling = _pattern(country)
    for match in pattern.finditer(folded):
        before, after = folded[: match.start()].strip(" .-"), folded[match.end() :].strip(" .")
        long = len(match[0]) >= 5 and country != "US"
        numbered = any(map(str.isdigit, before))
        between = before and after and after[0].isalpha() and (long or numbered)
        at_end = before and not after and (numbered or country in HOUSE_FIRST or (leading and long))
        starts = leading and not before and (long or country not in HOUSE_FIRST)
        if telling or not (before or after) or at_end or between or starts:
            return match.span()
    return None
