"""The plain fields of a posting: texts, lists, numbers, flags and moments."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from directory_crawler.core.normal.text import clean_text
from directory_crawler.core.normal.vacancy_stamps import parse_stamp
from directory_crawler.pipelines.posting_base import PostingPipeline

if TYPE_CHECKING:
    from datetime import datetime

    from directory_crawler.items import Posting

LONGEST = 1_000
"""Characters of a field other than the description."""

MOST_VALUES = 50
"""Categories or employment types of one posting."""

HIGHEST_PAY = 1e9
"""More than that is no pay of a year, in any currency met."""

_TEXTS = (
    "title",
    "company_id",
    "company",
    "location",
    "location_name",
    "pay",
    "pay_currency",
    "pay_period",
    "source_channel",
    "requisition",
    "language",
)
_KINDS = {
    "employer": "employer",
    "direct": "employer",
    "company": "employer",
    "agency": "agency",
    "recruiter": "agency",
}
_YES = frozenset({"true", "yes", "1", "y", "remote", "telecommute", "fully_remote"})
_NO = frozenset({"false", "no", "0", "n", "onsite", "on-site", "none"})
_NUMBER = re.compile(r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?")


class PostingFieldsPipeline(PostingPipeline):
    """Everything but description, apply link and digest. What does not fit is left out and counted."""

    def normalise(self, posting: Posting) -> None:
        for name in _TEXTS:
            setattr(posting, name, _text(posting.raw.get(name)))
        kind = _text(posting.raw.get("company_kind"))
        posting.company_kind = _KINDS.get(kind.casefold()) if kind else None
        posting.categories = _list(posting, "categories")
        posting.employment_type = _list(posting, "employment_type")
        posting.remote = _flag(posting)
        posting.pay_min, posting.pay_max = _number(posting, "pay_min"), _number(posting, "pay_max")
        posting.posted_at = self._stamp(posting, "posted_at")
        posting.expires_at = self._stamp(posting, "expires_at")

    def _stamp(self, posting: Posting, name: str) -> datetime | None:
        values = posting.raw.get(name, ())
        if not values:
            return None
        axis = self.profile.time_axis
        time = self.profile.axes[axis].time if axis is not None else None
        stamp = parse_stamp(values[0], ZoneInfo(self.profile.timezone), time.format if time else None)
        if stamp is None:
            posting.fault(name, "no moment", values[0])
        return stamp


def _text(values: list[Any] | None) -> str | None:
    for value in values or ():
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            text = " ".join(clean_text(str(value), LONGEST).split())
            if text:
                return text
    return None


def _list(posting: Posting, name: str) -> list[str]:
    values = posting.raw.get(name, [])
    if len(values) > MOST_VALUES:
        posting.fault(name, "too many", len(values))
    texts = (_text([value]) for value in values[:MOST_VALUES])
    return list(dict.fromkeys(text for text in texts if text))


def _flag(posting: Posting) -> bool | None:
    for value in posting.raw.get("remote", ()):
        word = str(value).strip().casefold()
        if word in _YES:
            return True
        if word in _NO:
            return False
        posting.fault("remote", "neither yes nor no", value)
    return None


def _number(posting: Posting, name: str) -> float | None:
    for value in posting.raw.get(name, ()):
        if isinstance(value, bool):
            continue
        number = float(value) if isinstance(value, int | float) and abs(value) < HIGHEST_PAY else None
        if isinstance(value, str) and (match := _NUMBER.fullmatch(value.strip())):
            number = _read(match[0])
        if number is not None and math.isfinite(number) and 0 <= number < HIGHEST_PAY:
            return number
        posting.fault(name, "no pay", value)
    return None


def _read(text: str) -> float:
    """A number with or without marks between its thousands: a last mark before one or two digits is the decimal one."""
    whole, _, decimals = text, "", ""
    if match := re.fullmatch(r"(.*)[.,](\d{1,2})", text):
        whole, decimals = match[1], match[2]
    return float(f"{re.sub(r'[^0-9]', '', whole) or '0'}.{decimals or '0'}")
