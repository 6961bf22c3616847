"""The regions of the board: codes, names and how much of the market each has (a data table)."""

from __future__ import annotations

from directory_crawler.demo import word_tables as words

_COUNT = 60

REGIONS: dict[str, str] = {
    f"R{number + 1:02}": words.STEM_HEADS[number * 7 % len(words.STEM_HEADS)]
    + words.STEM_TAILS[number % len(words.STEM_TAILS)]
    for number in range(_COUNT)
}
"""Region code to name, the largest region first."""
REGION_CODES: tuple[str, ...] = tuple(REGIONS)
REGION_WEIGHTS: tuple[float, ...] = tuple(1 / (rank + 6) for rank in range(_COUNT))
