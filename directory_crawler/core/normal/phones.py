"""Telephone numbers: any writing to E.164, a kind, and a key that is equal for one line.

The numbering plans are those of the `phonenumbers` library; what this module adds is finding the numbers in
what sites write, the usual slips (a trunk zero after the country code, a lost or a needless plus), hotlines, and
refusing what only looks like a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberType, shortnumberinfo

from directory_crawler.core.normal.phone_tables import VANITY_REGIONS
from directory_crawler.core.normal.phone_text import LONGEST_TEXT, Piece, Run, plain, scan

MOST_VALUES = 50
"""Values of one field that are looked at, and numbers kept of them."""

_KINDS = {
    PhoneNumberType.FIXED_LINE: "fixed",
    PhoneNumberType.MOBILE: "mobile",
    PhoneNumberType.FIXED_LINE_OR_MOBILE: "fixed_or_mobile",
    PhoneNumberType.TOLL_FREE: "toll_free",
    PhoneNumberType.PREMIUM_RATE: "premium",
    PhoneNumberType.SHARED_COST: "shared_cost",
    PhoneNumberType.VOIP: "voip",
    PhoneNumberType.PERSONAL_NUMBER: "personal",
    PhoneNumberType.PAGER: "pager",
    PhoneNumberType.UAN: "uan",
    PhoneNumberType.VOICEMAIL: "voicemail",
}


@dataclass(frozen=True, slots=True)
class Phone:
    """One line.

    `number` is E.164, or the bare digits of a hotline (3 to 8) that is dialled as it stands; `kind` one of fixed,
    mobile, fixed_or_mobile, toll_free, premium, shared_cost, voip, personal, pager, uan, voicemail, short, fax (by
    its label; a fax line is kept, since it identifies an organisation as well as a telephone does); `key` is equal
    whenever two writings mean one line; `raw` the value it was found in, at most 200 characters.
    """

    number: str
    kind: str
    key: str
    extension: str | None
    raw: str


@dataclass(frozen=True, slots=True)
class PhonesRead:
    """The numbers of a field, and for each value without any: why (`too long`, `masked`, `placeholder`,
    `no number`, `not a text`, `too many`) and what it was."""

    phones: tuple[Phone, ...]
    unread: tuple[tuple[str, str], ...]


def parse_phones(raw: Iterable[object] | object, country: str) -> list[Phone]:
    """The numbers in whatever a field holds, in order, each line once; `country` is an ISO 3166 code."""
    return list(read_phones(raw, country).phones)


def read_phones(raw: Iterable[object] | object, country: str) -> PhonesRead:
    """As `parse_phones`, with the values that gave nothing and why. Never raises, linear in the input."""
    found: dict[str, Phone] = {}
    unread: list[tuple[str, str]] = []
    for index, value in enumerate(_values(raw)):
        if index >= MOST_VALUES or len(found) >= MOST_VALUES:
            unread.append(("too many", str(value)[:200]))
            break
        if not isinstance(value, str):
            unread.append(("not a text", type(value).__name__))
            continue
        if len(value) > LONGEST_TEXT:
            unread.append(("too long", f"{len(value)} characters: {value[:100]}"))
            continue
        phones, reason = _read_text(value, country.upper())
        if not phones and reason:
            unread.append((reason, value[:200]))
        for phone in phones:
            known = found.setdefault(phone.key, phone)
            if known.extension is None and phone.extension is not None:
                found[phone.key] = phone
    return PhonesRead(tuple(found.values())[:MOST_VALUES], tuple(unread))


_NUMBER_KEYS = (
    "number",
    "phone",
    "telephone",
    "tel",
    "value",
    "international",
    "formatted",
    "national",
    "text",
    "url",
    "href",
)
_EXTENSION_KEYS = ("ext", "extension")


def _values(raw: object, depth: int = 0) -> Iterator[object]:
    """The texts of a field: lists opened, numbers written out, of objects the member that holds the number."""
    if isinstance(raw, bool) or raw is None:
        return
    if isinstance(raw, str):
        if raw.strip():
            yield raw
    elif isinstance(raw, int):
        yield str(raw) if 0 < raw < 10**18 else raw
    elif isinstance(raw, float):
        yield str(int(raw)) if 0 < raw < 1e15 and raw.is_integer() else raw
    elif isinstance(raw, Mapping):
        held = {str(key).casefold(): value for key, value in list(raw.items())[:MOST_VALUES]}
        number = next((held[key] for key in _NUMBER_KEYS if held.get(key)), None)
        extension = next((held[key] for key in _EXTENSION_KEYS if held.get(key)), None)
        if isinstance(extension, str | int) and isinstance(number, str | int):
            yield f"{number} ext. {extension}"
        elif depth < 5:
            yield from _values(number, depth + 1)
    elif isinstance(raw, Iterable) and not isinstance(raw, bytes | bytearray) and depth < 5:
        for item in raw:
            yield from _values(item, depth + 1)
    else:
        yield raw


def _read_text(text: str, country: str) -> tuple[list[Phone], str | None]:
    raw = text[:200]
    if vanity := _vanity(text, country):
        return [_phone(vanity, raw)], None
    scanned = scan(text)
    phones: list[Phone] = []
    reason = "no number" if any(sign.isalnum() for sign in text) else None
    previous: PhoneNumber | None = None
    for piece in scanned.pieces:
        if piece.masked:
            reason = "masked"
            continue
        numbers = _numbers(_unregistered(piece), country, previous)
        previous = numbers[-1] if numbers else previous
        for number in numbers:
            if is_placeholder(str(number.national_number)):
                reason = "placeholder"
            else:
                phones.append(_phone(number, raw, fax=piece.fax))
        if piece.extension and numbers and phones:
            last = phones[-1]
            phones[-1] = Phone(last.number, last.kind, last.key, piece.extension, last.raw)
    if not phones and len(scanned.pieces) == 1 and scanned.only_labels:
        short = _short(scanned.pieces[0], country)
        if short is not None:
            return [Phone(short, "short", f"{country}:{short}", scanned.pieces[0].extension, raw)], None
    return phones, reason


def _phone(number: PhoneNumber, raw: str, *, fax: bool = False) -> Phone:
    e164 = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    kind = _KINDS.get(phonenumbers.number_type(number), "other")
    key = e164[1:]
    if key.startswith("549") and len(key) == 13:
        key = "54" + key[3:]  # an Argentine mobile is reached with and without the 9 that marks it
    return Phone(e164, "fax" if fax else kind, key, None, raw)


# --- pieces to numbers -----------------------------------------------------------------------------------


def _numbers(piece: Piece, country: str, last: PhoneNumber | None) -> list[PhoneNumber]:
    """The numbers of a piece: read at once if that gives one, else cut at commas, then slashes, then gaps. `last` is
    the number before the piece, of which neighbours may be given in short."""
    numbers: list[PhoneNumber] = []
    said: list[Run] = []
    for part in _cut_where(piece.runs, _LISTED):
        for side in [part] if _read(part, country) else _cut(part, "/"):
            runs = _directly(said, side)
            whole = _read(runs, country)
            said = runs if whole is not None else []
            if whole is None and (before := numbers[-1] if numbers else last):
                whole = _sibling(before, runs, near=bool(numbers))
            numbers += [whole] if whole is not None else _side_by_side(runs, country)
    if not numbers and len(piece.runs) > 1 and (whole := _read(piece.runs, country)):
        numbers.append(whole)
    return numbers


def _unregistered(piece: Piece) -> Piece:
    """The piece without the number that its words give to a register, up to the first comma."""
    if not piece.registered:
        return piece
    return replace(piece, runs=[run for part in _cut(piece.runs, ",")[1:] for run in part])


_LISTED = re.compile(r",|/\s*-")
_DIRECT = re.compile(r"\s*[,/]\s*-\s*")


def _directly(said: list[Run], side: list[Run]) -> list[Run]:
    """The runs of a number that is given by its last group after a dash, whatever the group's length: the "-15" of
    "901820-0, -15" stands in the place of the "-0"."""
    if said and len(side) == 1 and _DIRECT.fullmatch(side[0].before) and said[-1].before.strip() == "-":
        return [*said[:-1], Run(side[0].digits, said[-1].before, plus=False)]
    return side


def _cut(runs: list[Run], sign: str) -> list[list[Run]]:
    return _cut_where(runs, re.compile(re.escape(sign)))


def _cut_where(runs: list[Run], sign: re.Pattern[str]) -> list[list[Run]]:
    parts: list[list[Run]] = []
    for run in runs:
        if not parts or sign.search(run.before):
            parts.append([])
        parts[-1].append(run)
    return parts


def _side_by_side(runs: list[Run], country: str) -> list[PhoneNumber]:
    """Numbers with nothing but a gap between them: each as long as it can be. All runs must find their place, but
    for a short rest at the end: a remark in brackets ("(9-18)"), or the end of a range ("… 0000-9")."""
    numbers: list[PhoneNumber] = []
    start = 0
    while start < len(runs):
        for end in range(min(len(runs), start + 12), start, -1):
            number = _read(runs[start:end], country)
            if number is not None:
                numbers.append(number)
                start = end
                break
        else:
            rest = sum(len(run.digits) for run in runs[start:])
            range_end = "-" in runs[start].before and start == len(runs) - 1 and rest <= 2
            return numbers if range_end or ("(" in runs[start].before and rest < 7) else []
    return numbers


def _sibling(last: PhoneNumber, runs: list[Run], *, near: bool) -> PhoneNumber | None:
    """The neighbour of a number, given by its last digits ("… 62, 63"; only `near`, after a comma or a slash) or
    without the area code ("(495) 123-45-67, 123-45-68")."""
    if any(run.plus for run in runs):
        return None
    tail = "".join(run.digits for run in runs)
    national = phonenumbers.national_significant_number(last)
    if len(runs) == 1 and len(tail) <= 4:
        listed = "," in runs[0].before
        if (
            not near
            or runs[0].measured
            or (listed and (len(tail) < 2 or re.fullmatch(r"(?:19|20)\d\d", tail)))
        ):
            return None
        if tail <= national[-len(tail) :]:
            return None  # neighbours are counted upwards
        lengths = [len(national) - len(tail)]
    elif 5 <= len(tail) <= 9 and (area := phonenumbers.length_of_geographical_area_code(last)):
        lengths = [area, len(national) - len(tail)]
    else:
        return None
    for kept in lengths:
        number = _parse(f"+{last.country_code}{national[:kept]}{tail}", None) if kept > 0 else None
        if number is not None:
            return number if number.national_number != last.national_number else None
    return None


def _read(runs: list[Run], country: str) -> PhoneNumber | None:
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
    own = _country_code(country)
    if decorated and not digits.startswith(own) and (number := _parse(digits, country)):
        return number
    if digits.startswith("521") and len(digits) == 13:
        digits = "52" + digits[3:]  # Mexico gave up the 1 before its mobile numbers in 2019
    number = (
        _parse("+" + digits, None) or _parse("+" + digits.lstrip("0"), None) or _without_trunk_zero(digits)
    )
    return _parse(digits, country) if number is None and doubtful else number


@lru_cache(maxsize=4096)
def _national(digits: str, country: str) -> PhoneNumber | None:
    code = _country_code(country)
    coded = digits.startswith(code) if code else False
    bare = _is_open_plan(country) and not digits.startswith("0")
    if bare and coded and (number := _parse("+" + digits, None)):
        return number
    number = _parse(digits, country)
    # where numbers have any length, a subscriber number would pass for one with an area code
    if number and bare and len(digits) < 9 and phonenumbers.number_type(number) == PhoneNumberType.FIXED_LINE:
        number = None
    if number is None and coded:
        number = _parse("+" + digits, None) or _without_trunk_zero(digits)
    if number is None and digits.startswith("80"):
        number = _parse(digits[1:], country)  # the long-distance 8 of former times, before the national 0
    for prefix in ("00", "011", "810"):
        if number is None and digits.startswith(prefix):
            rest = digits[len(prefix) :]
            number = _parse("+" + rest, None) or _without_trunk_zero(rest)
    return number


def _without_trunk_zero(digits: str) -> PhoneNumber | None:
    """ "+44 (0)20 …": the national prefix is not dialled after a country code."""
    for length in (1, 2, 3):
        code, rest = digits[:length], digits[length:]
        if int(code) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE and rest.startswith("0"):
            return _parse(f"+{code}{rest[1:]}", None)
    return None


def _parse(text: str, country: str | None) -> PhoneNumber | None:
    try:
        number = phonenumbers.parse(text, country)
    except NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) else None


@lru_cache(maxsize=256)
def _country_code(country: str) -> str:
    code = phonenumbers.country_code_for_region(country)
    return str(code) if code else ""


@lru_cache(maxsize=256)
def _is_open_plan(country: str) -> bool:
    """Whether a country dials a prefix before area codes, and its fixed lines have so many lengths that length says
    nothing (as in Germany and Austria)."""
    plan = phonenumbers.PhoneMetadata.metadata_for_region(country, None)
    if plan is None or plan.national_prefix is None or plan.fixed_line is None or plan.general_desc is None:
        return False
    return len(plan.fixed_line.possible_length or plan.general_desc.possible_length) >= 5


# --- hotlines, vanity, placeholders ----------------------------------------------------------------------


def _short(piece: Piece, country: str) -> str | None:
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
    plan = PhoneNumber(country_code=int(_country_code(country) or 0), national_number=int(digits))
    if shortnumberinfo.is_valid_short_number_for_region(plan, country):
        return digits
    if len(set(digits)) == 1 or digits in "01234567890" or digits in "9876543210":
        return None
    if re.fullmatch(r"(?:19|20)\d\d(?:(?:0\d|1[0-2])[0-3]\d)?|[0-3]\d(?:0\d|1[0-2])(?:19|20)\d\d", digits):
        return None
    if len(digits) <= 5 or piece.hotline or len(set(digits)) <= 3 or digits[: len(digits) // 2] * 2 == digits:
        return digits
    reason = phonenumbers.is_possible_number_with_reason(plan)
    local = reason == phonenumbers.ValidationResult.IS_POSSIBLE_LOCAL_ONLY or _is_open_plan(country)
    return None if local else digits


_VANITY = re.compile(
    r"(?P<head>(?:\+?\d{1,3}[-. ]{1,2})?\(?0?[1-9]\d{1,3}(?:\)|(?=[-. ])))[-. ]{0,2}"
    r"(?P<tail>(?=[A-Za-z0-9. -]{0,20}[A-Za-z]{3})[A-Za-z0-9]{1,12}(?:[-. ][A-Za-z0-9]{2,10}){0,2})(?![\w-])"
)
_VANITY_LABEL = re.compile(r"^[\s:.]{0,9}(?:[A-Za-z]{1,12}[.:]?\s{0,3}){0,3}(?=[+(\d])")
_KEYPAD = str.maketrans("abcdefghijklmnopqrstuvwxyz", "22233344455566677778889999")


def _vanity(text: str, country: str) -> PhoneNumber | None:
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
        (number for end in range(3) if (number := _parse(digits[: len(digits) - end], country))), None
    )


def is_placeholder(national: str) -> bool:
    """Whether a national number is of the kind that forms are filled with: its digits follow one another throughout
    (1234567890, 987654321), it ends in six zeros, or one digit stands eight times in a row or throughout (a five:
    seven times, as in the 555-5555 of films)."""
    if re.search(r"(\d)\1{7}|5{7}$|0{6}$", national) or len(set(national)) == 1:
        return True
    steps = {(int(other) - int(one)) % 10 for one, other in pairwise(national)}
    return len(national) >= 7 and steps in ({1}, {9})
