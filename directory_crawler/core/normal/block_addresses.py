"""Japanese and Chinese addresses, which go from the region to the block without spaces."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from directory_crawler.core.normal.folding import fold

UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class BlockAddress:
    """Region, then ward, town and street as one text, then the block numbers ("1-2-3"), then a room or a floor."""

    region: str | None
    street: str | None
    house: str | None
    unit: str | None
    postcode: str | None

    @property
    def street_key(self) -> str:
        return fold(self.street or "")


_KANJI_DIGITS = "〇一二三四五六七八九"
_KANJI_NUMBER = re.compile("[〇一二三四五六七八九十]{1,4}(?=丁目|番|号|條|条)")
_REGION = re.compile(
    r"(?:北海道|東京都|(?:京都|大阪)府|[^\d市区]{2,3}県|[^\d市区]{2,8}(?:省|自治区)|(?:北京|上海|天津|重庆|重慶|台北|臺北|新北|桃園|台中|臺中|台南|臺南|高雄)市?|香港(?:九龍|新界)?)"
)
_BLOCK_NUMBERS = re.compile(r"\d{1,4}(?:(?:丁目|番地の?|番|弄|之|の|-)\s?\d{1,4}){0,4}(?:番地|番|号|號)?")
_UNIT = re.compile(r"(\d{1,4})(?:室|号室|階|楼|層|F)|(?:室|階)(\d{1,4})")


def _arabic(match: re.Match[str]) -> str:
    text = match[0]
    if "十" not in text:
        return "".join(str(_KANJI_DIGITS.index(sign)) for sign in text)
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1:
        return text
    return str((_KANJI_DIGITS.index(tens) if tens else 1) * 10 + (_KANJI_DIGITS.index(ones) if ones else 0))


def is_block_address(line: str) -> bool:
    return len(UNSPACED.findall(line)) >= 3


def read_block_address(line: str) -> BlockAddress:
    """The parts of a line, whatever is missing of them."""
    line = _KANJI_NUMBER.sub(_arabic, unicodedata.normalize("NFKC", line))
    postcode = re.search(r"〒?\s?(?<!\d)(\d{3}-\d{4}|\d{6})(?![\d-])", line)
    if postcode:
        line = line[: postcode.start()] + line[postcode.end() :]
    line = re.sub(r"[\s,、。，]+", " ", line).strip()
    region = _REGION.match(line)
    if region:
        line = line[region.end() :]
    blocks = _BLOCK_NUMBERS.search(line)
    if blocks is None:
        return BlockAddress(
            region and region[0], line.replace(" ", "") or None, None, None, postcode and postcode[1]
        )
    unit = _UNIT.search(line[blocks.end() :])
    return BlockAddress(
        region=region and region[0],
        street=line[: blocks.start()].replace(" ", "") or None,
        house="-".join(re.findall(r"\d+", blocks[0])),
        unit=unit and (unit[1] or unit[2]),
        postcode=postcode and postcode[1],
    )
