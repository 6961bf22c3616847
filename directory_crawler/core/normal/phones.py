"""Telephone numbers: any writing to E.164, a kind, and a key that is equal for one line.

The numbering plans are those of the `phonenumbers` library; what this module adds is finding the numbers in
what sites write, the usual slips (a trunk zero after the country code, a lost or a needless plus), hotlines, and
refusing what only looks like a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import phonenumbers
from phonenumbers import PhoneNumber, PhoneNumberType

from directory_crawler.core.normal.phone_plans import parse_number, read_runs
from directory_crawler.core.normal.phone_special import hotline_of, is_placeholder, vanity_number
from directory_crawler.core.normal.phone_text import LONGEST_TEXT, Piece, Run, scan

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
    if vanity := vanity_number(text, country):
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
        short = hotline_of(scanned.pieces[0], country)
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
        for side in [part] if read_runs(part, country) else _cut(part, "/"):
            runs = _directly(said, side)
            whole = read_runs(runs, country)
            said = runs if whole is not None else []
            if whole is None and (before := numbers[-1] if numbers else last):
                whole = _sibling(before, runs, near=bool(numbers))
            numbers += [whole] if whole is not None else _side_by_side(runs, country)
    if not numbers and len(piece.runs) > 1 and (whole := read_runs(piece.runs, country)):
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
            number = read_runs(runs[start:end], country)
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
        number = parse_number(f"+{last.country_code}{national[:kept]}{tail}", None) if kept > 0 else None
        if number is not None:
            return number if number.national_number != last.national_number else None
    return None
