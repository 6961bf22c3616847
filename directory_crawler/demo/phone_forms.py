"""Telephone numbers: drawing valid ones of the British plan, and the ways in which cards write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from directory_crawler.demo.records import Card

# Area codes whose every six-digit subscriber number the numbering plan holds valid (tried with phonenumbers
# 9).
AREA_CODES = ("1382", "1224", "1865")
MOBILE_CODES = ("7400", "7912")
HOTLINE = "62006200"  # eight digits, dialled as they stand


def draw_phone(rng: Random, taken: set[str]) -> str:
    """A number in E.164 that nobody has yet; it is added to `taken`."""
    while True:
        kind = rng.random()
        if kind < 0.72:
            number = f"+44{rng.choice(AREA_CODES)}{rng.randrange(200_000, 900_000)}"
        elif kind < 0.95:
            number = f"+44{rng.choice(MOBILE_CODES)}{rng.randrange(100_000, 1_000_000)}"
        else:
            number = f"+44800{rng.randrange(2_000_000, 9_000_000)}"
        if number not in taken:
            taken.add(number)
            return number


def tracking_number(card_id: str, seed: int, call: int) -> str:
    """The number that a tracked card shows at its `call`-th contacts call: another one each time."""
    # Two odd multipliers spread neighbouring ids and calls over the 0330 range.
    mixed = (int(card_id) * 2_654_435_761 + call * 40_503 * 65_537 + seed * 97) % 7_000_000
    return f"+44330{2_000_000 + mixed}"


def split_extension(phone: str) -> tuple[str, str]:
    """("+44…", "12") for "+44…;ext=12"; the extension is "" where there is none."""
    number, _, extension = phone.partition(";ext=")
    return number, extension


def write_phone(phone: str, style: int) -> str:
    """`phone` as one of the writings met on cards."""
    number, extension = split_extension(phone)
    if not number.startswith("+44"):
        return (f"{number[:4]} {number[4:]}", number)[style % 2]
    national = number[3:]
    code, rest = (
        (national[:3], national[3:]) if national.startswith(("800", "330")) else (national[:4], national[4:])
    )
    halved = f"{rest[:3]} {rest[3:]}"
    written = (
        f"0{code} {rest}",
        f"(0{code}) {rest}",
        f"+44 {code} {rest}",
        f"+44 (0){code} {halved}",
        number,
        f"0{code}-{rest[:3]}-{rest[3:]}",
        f"0044 {code} {halved}",
        f"0{code} {halved}",
        f"0{code}.{rest[:3]}.{rest[3:]}",
        f"Tel: 0{code} {rest}",
    )[style % 10]
    if not extension:
        return written
    return written + (f" ext. {extension}", f" x{extension}", f" extension {extension}")[style % 3]


def tel_link(phone: str) -> str:
    """`phone` as the target of a link."""
    number, extension = split_extension(phone)
    return f"tel:{number}" + (f";ext={extension}" if extension else "")


def shows_main_number(card: Card) -> bool:
    """Whether the card's own page has its first number, as most do; half of the tracked cards give theirs away so."""
    if not card.phones:
        return False
    return card.style % 2 == 0 if card.tracked else card.style % 5 < 3
