"""How fast cards are normalised, what that costs beside the bare libraries, and that it stays linear.

    python bench/normalise.py [cards]

Prints, for one core: generated cards a second through all normalising pipelines, and each pipeline's share; telephone
texts a second beside a plain loop over the same calls of `phonenumbers`; and for each field the time that its most
expensive value takes at half of the length that is read, at that length (twice the time is linear), and at a megabyte.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import phonenumbers

from directory_crawler.core.normal.addresses import normalise_address
from directory_crawler.core.normal.cells import safe_cell
from directory_crawler.core.normal.hours import parse_hours
from directory_crawler.core.normal.names import name_tokens
from directory_crawler.core.normal.phones import read_phones
from directory_crawler.core.normal.text import clean_text
from directory_crawler.core.normal.web import parse_email, parse_website
from directory_crawler.items import Card
from directory_crawler.pipelines.counts import CountsPipeline
from directory_crawler.pipelines.digest import DigestPipeline
from directory_crawler.pipelines.hours import HoursPipeline
from directory_crawler.pipelines.names import NamesPipeline
from directory_crawler.pipelines.phones import PhonesPipeline
from directory_crawler.pipelines.place import PlacePipeline
from directory_crawler.pipelines.text import TextPipeline
from directory_crawler.pipelines.web import WebPipeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from directory_crawler.pipelines.base import CardPipeline

PIPELINES: tuple[type[CardPipeline], ...] = (
    TextPipeline,
    PhonesPipeline,
    HoursPipeline,
    PlacePipeline,
    WebPipeline,
    NamesPipeline,
    CountsPipeline,
    DigestPipeline,
)
PROFILE = SimpleNamespace(
    country="GB",
    languages=("en",),
    base_url="https://directory.example",
    hours=SimpleNamespace(midnight="unknown"),
    map=SimpleNamespace(default_points=()),
)


def draw_card(rng: random.Random, number: int) -> Card:
    """A card as a site would give it, no two with the same numbers."""
    tail = f"{rng.randrange(2000, 9999)} {rng.randrange(1000, 9999)}"
    phones = [
        f"020 {tail}",
        f"Tel: +44 7{rng.randrange(400, 500)} {rng.randrange(100_000, 999_999)} / 020 {tail} ext 5",
    ]
    raw: dict[str, list[Any]] = {
        "name": [f"{rng.choice(['Acorn', 'Elm', 'Café Zoë'])} &amp; {rng.randrange(1000)} Ltd."],
        "rubrics": ["Bakeries", "Cafés"],
        "address": [
            f"Unit {rng.randrange(9)}, {rng.randrange(1, 300)} {rng.choice('ABCDEF')}ton St, Leeds LS1 4AP"
        ],
        "latitude": [f"{53 + rng.random():.6f}"],
        "longitude": [-rng.random()],
        "hours": ["Mon-Fri 9am-5:30pm, Sat 10-4, Sun closed"],
        "phones": phones,
        "website": [f"https://www.acorn{number}.co.uk/?utm_source=directory", "https://facebook.com/acorn"],
        "email": ["mailto:post@acorn.co.uk"],
        "review_count": ["1,234 reviews"],
        "rating": ["4,5"],
    }
    return Card(SimpleNamespace(record_id=str(number)), "live", 200, raw=raw)  # type: ignore[arg-type]


async def through(pipelines: list[CardPipeline], cards: list[Card]) -> list[float]:
    """Seconds that each pipeline takes for all cards."""
    spent = []
    for pipeline in pipelines:
        started = time.perf_counter()
        for card in cards:
            await pipeline.process_item(card)
        spent.append(time.perf_counter() - started)
    return spent


def plain(text: str) -> str | None:
    """What a plain use of the library does with a field that holds one number."""
    try:
        number = phonenumbers.parse(text, "GB")
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    phonenumbers.number_type(number)
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def seconds(work: Callable[[], object]) -> float:
    """The best of three."""
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


PATTERNS = (
    *(
        "1",
        "1 ",
        "+1 ",
        "1-",
        "1/",
        ", 1",
        "x1",
        "12:30-",
        "1.2.",
        "12 a ",
        "a",
        "a ",
        "a.",
        "ab, ",
        "株",
        "a\u0301",
    ),
    *(
        "(",
        "<",
        "<a ",
        "&",
        "&amp;",
        "&#38;",
        "\u0301",
        "\ud83d",
        "a@",
        "://",
        "?a=",
        "%41",
        "=",
        "'",
        " ",
        " \n",
        "Ltd ",
    ),
)
FIELDS: dict[str, tuple[int, Callable[[str], object]]] = {
    "phones": (4_000, lambda text: read_phones(text, "GB")),
    "hours": (4_000, parse_hours),
    "address": (500, lambda text: normalise_address(None, text, ("en", "ru"), "GB")),
    "name": (500, lambda text: name_tokens(text, ("en", "ja"))),
    "text": (40_000, clean_text),
    "website": (20_000, parse_website),
    "email": (2_000, parse_email),
    "cell": (32_767, safe_cell),
}
"""The characters of a value that each normaliser reads, and how it is called."""


def grown(work: Callable[[str], object], pattern: str, length: int) -> float:
    """Seconds for a value of a length that is nothing but a pattern."""
    text = pattern * (length // len(pattern))
    return seconds(lambda: work(text))


def main() -> None:
    rng = random.Random(7)
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    crawler: Any = SimpleNamespace(spider=SimpleNamespace(site=SimpleNamespace(profile=PROFILE)))
    cards = [draw_card(rng, n) for n in range(number)]
    pipelines = [kind.from_crawler(crawler) for kind in PIPELINES]
    spent = asyncio.run(through(pipelines, cards))
    print(f"cards: {number / sum(spent):,.0f} a second")
    for pipeline, part in zip(pipelines, spent, strict=True):
        print(f"  {type(pipeline).__name__:16} {1e6 * part / number:7.0f} us a card")

    texts = [f"020 {rng.randrange(2000, 9999)} {rng.randrange(1000, 9999)}" for _ in range(number)]
    bare = seconds(lambda: [plain(text) for text in texts])
    ours = seconds(lambda: [read_phones(text, "GB") for text in texts])
    print(
        f"phones: {number / ours:,.0f} texts a second; plain phonenumbers {number / bare:,.0f} ({ours / bare:.1f} x)"
    )

    print("most expensive value: ms at half of what is read, at all of it, at 1 MB")
    for field, (limit, work) in FIELDS.items():
        pattern = max(PATTERNS, key=lambda pattern: grown(work, pattern, limit))
        curve = (1_000 * grown(work, pattern, length) for length in (limit // 2, limit, 1_000_000))
        print(f"  {field:8} {' '.join(f'{taken:8.2f}' for taken in curve)}  {pattern!r}")


if __name__ == "__main__":
    main()
