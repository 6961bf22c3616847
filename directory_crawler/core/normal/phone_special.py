"""Numbers that no numbering plan tells from others: hotlines, numbers advertised in letters, placeholders."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import phonenumbers
from phonenumbers import PhoneNumber, shortnumberinfo

from directory_crawler.core.normal.phone_plans import country_code, is_open_plan, parse_number
from directory_crawler.core.normal.phone_tables import VANITY_REGIONS
from directory_crawler.core.normal.phone_text import plain

if TYPE_CHECKING:
    from directory_crawler.core.normal.phone_text import Piece


def hotline_of(piece: Piece, country: str) -> str | None:
    """The digits of a hotline: 3 to 8, alone in their value but for labels.

    Refused: what starts with 0 or carries a plus, years and dates, repetitions and runs (unless they are assigned
    short numbers), and what the plan takes for a subscriber number without its area code (unless the label says
    hotline, or the digits are as memorable as hotlines are: two equal halves, or at most three different digits).
    """
    digits = "".join(run.digits for run in piece.runs)
    if piece.masked or not 3 <= len(digits) <= 8 or digits[0] == "0" or any(run.plus for run in piece.runs):
        return None
    if any(set(run.before) - set(" -.\t") for run in piece.runs[1:]):
        return None
    plan = PhoneNumber(country_code=int(country_code(country) or 0), national_number=int(digits))
    if shortnumberinfo.is_valid_short_number_for_region(plan, country):
        return digits
    if len(set(digits)) == 1 or digits in "01234567890" or digits in "9876543210":
        return None
    if re.fullmatch(r"(?:19|20)\d\d(?:(?:0\d|1[0-2])[0-3]\d)?|[0-3]\d(?:0\d|1[0-2])(?:19|20)\d\d", digits):
        return None
    if len(digits) <= 5 or piece.hotline or len(set(digits)) <= 3 or digits[: len(digits) // 2] * 2 == digits:
        return digits
    reason = phonenumbers.is_possible_number_with_reason(plan)
    local = reason == phonenumbers.ValidationResult.IS_POSSIBLE_LOCAL_ONLY or is_open_plan(country)
    return None if local else digits


_VANITY = re.compile(
    r"(?P<head>(?:\+?\d{1,3}[-. ]{1,2})?\(?0?[1-9]\d{1,3}(?:\)|(?=[-. ])))[-. ]{0,2}"
    r"(?P<tail>(?=[A-Za-z0-9. -]{0,20}[A-Za-z]{3})[A-Za-z0-9]{1,12}(?:[-. ][A-Za-z0-9]{2,10}){0,2})(?![\w-])"
)
_VANITY_LABEL = re.compile(r"^[\s:.]{0,9}(?:[A-Za-z]{1,12}[.:]?\s{0,3}){0,3}(?=[+(\d])")
_KEYPAD = str.maketrans("abcdefghijklmnopqrstuvwxyz", "22233344455566677778889999")


def vanity_number(text: str, country: str) -> PhoneNumber | None:
    """A number that is advertised with letters ("1-800-FLOWERS"), where that is usual."""
    if country not in VANITY_REGIONS or not re.search("[A-Za-z]{2}", text):
        return None
    text = plain(text)
    if re.search(r"[xX]{3}|YOUR", text):
        return None
    match = _VANITY.fullmatch(_VANITY_LABEL.sub("", text).strip().rstrip("."))
    if match is None:
        return None
    letters = re.sub(r"[^A-Za-z]", "", match["tail"])
    words = re.findall("[A-Za-z]+", match["tail"])
    if not 3 <= len(letters) <= 11 or ("-" not in match[0] and letters != letters.upper()):
        return None
    if any(word.casefold() in ("ext", "x", "extn", "fax", "or", "and", "tel") for word in words):
        return None
    digits = re.sub(r"\D", "", match["head"]) + re.sub(r"[-. ]", "", match["tail"]).casefold().translate(
        _KEYPAD
    )
    # words run on past the number: the exchange stops listening at its last digit
    return next(
        (number for end in range(3) if (number := parse_number(digits[: len(digits) - end], country))), None
    )


def is_placeholder(national: str) -> bool:
    """Whether a national number is of the kind that forms are filled with: its digits follow one another throughout
    (1234567890, 987654321), it ends in six zeros, or one digit stands eight times in a row or throughout (a five:
    seven times, as in the 555-5555 of films)."""
    if re.search(r"(\d)\1{7}|5{7}$|0{6}$", national) or len(set(national)) == 1:
        return True
    steps = {(int(other) - int(one)) % 10 for one, other in pairwise(national)}
    return len(national) >= 7 and steps in ({1}, {9})
