"""One number from digits, by the numbering plan of its country, with the slips in what stands before it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberType

if TYPE_CHECKING:
    from directory_crawler.core.normal.phone_text import Run


def read_runs(runs: list[Run], country: str) -> PhoneNumber | None:
    """The one number that runs make together, or None."""
    if any(run.plus for run in runs[1:]):
        return None
    digits = "".join(run.digits for run in runs)
    if not 5 <= len(digits) <= 20:
        return None
    if runs[0].plus:
        first = runs[0].digits
        bracketed = "(" in runs[0].before.partition("+")[2]
        decorated = len(first) <= 3 and int(first) not in phonenumbers.COUNTRY_CODE_TO_REGION_CODE
        return _international(digits, country, decorated=decorated, doubtful=bracketed or first[0] in "08")
    return _national(digits, country)


@lru_cache(maxsize=4096)
def _international(digits: str, country: str, *, decorated: bool, doubtful: bool) -> PhoneNumber | None:
    """A number after a plus. The plus is `decorated`, and means nothing, where the first group is no country code
    ("+(516) 733-8400", "+8 (495) …"), or where it is `doubtful` that it is one and no number comes of it."""
    own = country_code(country)
    if decorated and not digits.startswith(own) and (number := parse_number(digits, country)):
        return number
    if digits.startswith("521") and len(digits) == 13:
        digits = "52" + digits[3:]  # Mexico gave up the 1 before its mobile numbers in 2019
    number = (
        parse_number("+" + digits, None)
        or parse_number("+" + digits.lstrip("0"), None)
        or _without_trunk_zero(digits)
    )
    return parse_number(digits, country) if number is None and doubtful else number


@lru_cache(maxsize=4096)
def _national(digits: str, country: str) -> PhoneNumber | None:
    code = country_code(country)
    coded = digits.startswith(code) if code else False
    bare = is_open_plan(country) and not digits.startswith("0")
    if bare and coded and (number := parse_number("+" + digits, None)):
        return number
    number = parse_number(digits, country)
    # where numbers have any length, a subscriber number would pass for one with an area code
    if number and bare and len(digits) < 9 and phonenumbers.number_type(number) == PhoneNumberType.FIXED_LINE:
        number = None
    if number is None and coded:
        number = parse_number("+" + digits, None) or _without_trunk_zero(digits)
    if number is None and digits.startswith("80"):
        number = parse_number(
            digits[1:], country
        )  # the long-distance 8 of former times, before the national 0
    for prefix in ("00", "011", "810"):
        if number is None and digits.startswith(prefix):
            rest = digits[len(prefix) :]
            number = parse_number("+" + rest, None) or _without_trunk_zero(rest)
    return number


def _without_trunk_zero(digits: str) -> PhoneNumber | None:
    """ "+44 (0)20 …": the national prefix is not dialled after a country code."""
    for length in (1, 2, 3):
        code, rest = digits[:length], digits[length:]
        if int(code) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE and rest.startswith("0"):
            return parse_number(f"+{code}{rest[1:]}", None)
    return None


def parse_number(text: str, country: str | None) -> PhoneNumber | None:
    try:
        number = phonenumbers.parse(text, country)
    except NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) else None


@lru_cache(maxsize=256)
def country_code(country: str) -> str:
    code = phonenumbers.country_code_for_region(country)
    return str(code) if code else ""


@lru_cache(maxsize=256)
def is_open_plan(country: str) -> bool:
    """Whether a country dials a prefix before area codes, and its fixed lines have so many lengths that length says
    nothing (as in Germany and Austria)."""
    plan = phonenumbers.PhoneMetadata.metadata_for_region(country, None)
    if plan is None or plan.national_prefix is None or plan.fixed_line is None or plan.general_desc is None:
        return False
    return len(plan.fixed_line.possible_length or plan.general_desc.possible_length) >= 5
