"""What a run costs before it starts: requests and bytes of each stage, the time at several paces, what to hold open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from directory_crawler.core.planning.windows import FILL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TUNNEL_PER_MINUTE = 15.0
"""Requests a minute that one tunnel through a gateway carries."""
PACES = (10.0, 30.0, 60.0, 120.0)
RETRIES_PAST = 0.2
"""What the retry share grows by for each time the pace goes beyond what is tolerated."""
MOST_RETRIES = 0.95
STAGES = (
    "robots",
    "rubrics",
    "depth",
    "probes",
    "listings",
    "cards",
    "contacts",
    "details",
    "feeds",
    "witness",
    "verdicts",
    "liveness",
    "search",
    "sitemap",
)

# Bytes of an answer. Measured on one directory of 80 118 cards, whose first pass was two gigabytes, and on one board of
# 412 118 postings, whose first pass was 9 380 search pages and 142 300 details in 6.4 gigabytes.
BYTES = {
    "directory": {
        "robots": 500,
        "rubrics": 60_000,
        "depth": 44_000,
        "probes": 44_000,
        "listings": 44_000,
        "cards": 20_200,
        "contacts": 2_000,
        "verdicts": 20_200,
        "search": 10_000,
        "sitemap": 2_000_000,
    },
    "jobs": {
        "robots": 500,
        "depth": 150_000,
        "probes": 150_000,
        "listings": 150_000,
        "details": 35_000,
        "feeds": 90_000,
        "witness": 60_000,
        "verdicts": 35_000,
        "liveness": 2_600,
    },
}


@dataclass(frozen=True)
class Stage:
    """A stage of a run: requests, bytes of all answers, mean seconds to an answer (``None``: not known)."""

    name: str
    requests: int
    bytes: int
    latency_s: float | None = None


@dataclass(frozen=True)
class Counts:
    """What a run will meet. Of a directory: listing rows and the pages they fill; cards due. Of a board: postings."""

    kind: str
    requests: Mapping[str, int]
    sizes: Mapping[str, float] = field(default_factory=dict)
    latencies_s: Mapping[str, float] = field(default_factory=dict)


def stages(counts: Counts) -> list[Stage]:
    """Return the stages of a run in their order, sized by what was measured of the site, else by the yardsticks."""
    usual = BYTES[counts.kind]
    named = sorted(
        counts.requests, key=lambda name: (STAGES.index(name) if name in STAGES else len(STAGES), name)
    )
    return [
        Stage(
            name,
            counts.requests[name],
            round(counts.requests[name] * counts.sizes.get(name, usual.get(name, 20_000))),
            counts.latencies_s.get(name),
        )
        for name in named
        if counts.requests[name] > 0
    ]


def directory_first_pass(
    cards: int, *, rows: int, rubrics: int, page_size: int, contacts: float
) -> dict[str, int]:
    """The first pass over a directory: every card, and every row of every rubric, half a page lost in each rubric.

    ``contacts`` is the share of the cards whose page says that there is a call to make.
    """
    pages = -(-rows // page_size) + rubrics // 2
    probes = min(rubrics, pages)
    return {
        "robots": 1,
        "probes": probes,
        "listings": pages - probes,
        "cards": cards,
        "contacts": round(cards * contacts),
    }


def board_first_pass(postings: int, *, page_size: int, undescribed: float) -> dict[str, int]:
    """The first pass over a board: every window to its end, and a detail where the list has no description."""
    return {
        "robots": 1,
        "listings": round(1.09 * -(-postings // page_size)),
        "details": round(postings * undescribed),
    }


def board_day(
    postings: int, *, new: int, page_size: int, undescribed: float, share: int, witness: int
) -> dict[str, int]:
    """A day of a board: the whole open set enumerated, the new ones read, a share of all asked whether they live."""
    return {
        "robots": 1,
        "listings": round(1.05 * -(-postings // page_size)),
        "details": round(new * undescribed),
        "witness": witness,
        "liveness": postings // share if share else 0,
    }


def first_listings(
    counts: Iterable[int], *, page_size: int, reach: int | None, values: int
) -> dict[str, int]:
    """The page ones and further pages of rubrics with these counts. One that is over the reach of a query is cut into
    ``values`` parts, in each of which half a page is lost."""
    probes = further = 0
    for count in counts:
        probes += 1
        pages = max(-(-count // page_size), 1)
        if reach is None or count <= reach or not values:
            further += pages - 1
        else:
            parts = min(values, count)
            probes += parts
            further += max(pages + parts // 2 - parts, 0)
    return {"probes": probes, "listings": further}


def windows_by_density(postings: int, ceiling: int, page_size: int) -> dict[str, int]:
    """The page ones and further pages of windows that the density of the last run lays out, each filled alike."""
    windows = -(-postings // max(int(FILL * ceiling), 1))
    pages = -(-int(FILL * ceiling) // page_size)
    return {"probes": windows, "listings": windows * (pages - 1)}


@dataclass(frozen=True)
class AtPace:
    """A run at a pace: the share of its requests that are retries, what gets done, and how long all of it takes."""

    pace: float
    retry_share: float
    completed: float
    seconds: float


def at_pace(requests: int, pace: float, *, tolerated: float, allowance: float) -> AtPace:
    """Return what a pace comes to.

    Up to what the site tolerates, the usual share fails; beyond, the share of retries grows, until more pace means
    less completed.
    """
    past = max(pace / tolerated - 1.0, 0.0)
    retries = min(allowance + RETRIES_PAST * past, MOST_RETRIES)
    completed = pace * (1 - retries)
    return AtPace(pace, retries, completed, requests / completed)


@dataclass(frozen=True)
class Held:
    """What a pace needs to have open at once: requests under way, and tunnels where each carries so many a minute."""

    requests: int
    tunnels: int


def held(pace: float, latency_s: float, per_minute: float = TUNNEL_PER_MINUTE) -> Held:
    return Held(max(-(-round(pace * latency_s * 1000) // 1000), 1), -(-round(pace * 60) // round(per_minute)))


def mean_latency(planned: Iterable[Stage]) -> float | None:
    """Seconds to an answer over all stages of which it is known, by their requests."""
    known = [(stage.requests, stage.latency_s) for stage in planned if stage.latency_s is not None]
    total = sum(requests for requests, _ in known)
    return sum(requests * latency for requests, latency in known) / total if total else None
