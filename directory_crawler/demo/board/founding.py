"""Day 0 of a board: so many open postings with a past, in clusters, campaigns, a burst, and on their own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from directory_crawler.demo.board.life import bumps_a_day
from directory_crawler.demo.board.market import DAY
from directory_crawler.demo.board.shape import BURST_SECONDS

if TYPE_CHECKING:
    from random import Random

    from directory_crawler.demo.board.market import Market
    from directory_crawler.demo.board.postings import Posting
    from directory_crawler.demo.board.shape import BoardShape

_LAST_ID = 1_000_000  # before the first
_MEAN_AGE_DAYS = 17.0  # of what is open, where 5.8 in a hundred end each day
_OLDEST_DAYS = 120.0
_REPOST_SHARE = 0.35  # of the copies; the others are by agencies
_REPOST_DAYS = (13, 16)  # a fortnight, more or less
_MOST_POSTINGS = 8  # of one vacancy
_ALIKE_SHARE = 0.03  # of the postings: second openings, and as many vacancies of the same words elsewhere
_BURST_AGE_DAYS = 2.3


def found(market: Market, shape: BoardShape, now: int) -> list[Posting]:
    """The open postings of day 0, oldest first, with ids."""
    groups = _burst(market, shape, now)
    groups += [_copied(market, size, now) for size in _group_sizes(market.rng, shape)]
    alike = round(shape.size * _ALIKE_SHARE)
    for number in range(alike):
        first = _aged(market, market.vacancy(_created(market, now)), now)
        draw = market.second_opening if number % 2 else market.elsewhere
        groups += [[first], [_aged(market, draw(first, _between(market, first.created, now)), now)]]
    single = shape.size - sum(map(len, groups))
    groups += [[_aged(market, market.vacancy(_created(market, now)), now)] for _ in range(single)]
    for group in market.rng.sample(groups[-single:], shape.unstamped):
        group[0] = group[0]._replace(posted=None, bumps=0)
    return _numbered(market.rng, groups)


def next_ids(rng: Random, last: int, count: int) -> list[str]:
    """The ids of the next so many postings: growing, with gaps."""
    ids = []
    for _ in range(count):
        last += 1 + int(rng.random() * 3)
        ids.append(str(last))
    return ids


def _numbered(rng: Random, groups: list[list[Posting]]) -> list[Posting]:
    """All postings in the order of their birth; the first of a group names its vacancy."""
    drafts = sorted(
        ((posting.created, number, posting) for number, group in enumerate(groups) for posting in group),
        key=lambda draft: draft[:2],
    )
    vacancies: dict[int, str] = {}
    return [
        posting._replace(id=posting_id, vacancy=vacancies.setdefault(number, posting_id))
        for posting_id, (_, number, posting) in zip(next_ids(rng, _LAST_ID, len(drafts)), drafts, strict=True)
    ]


def _group_sizes(rng: Random, shape: BoardShape) -> list[int]:
    """How many postings each vacancy has that is advertised more than once."""
    sizes = [2] * shape.copied
    for _ in range(shape.copies - shape.copied):
        place = rng.randrange(len(sizes))
        while sizes[place] >= _MOST_POSTINGS:
            place = rng.randrange(len(sizes))
        sizes[place] += 1
    return sizes


def _burst(market: Market, shape: BoardShape, now: int) -> list[list[Posting]]:
    """What one agency pushed within 90 seconds, most of it within the first minute."""
    start = now - int(_BURST_AGE_DAYS * DAY)
    start += 5 - start % 60
    pusher = shape.employers + shape.agencies - 1
    moments = [start + int(BURST_SECONDS * market.rng.random() ** 2) for _ in range(shape.burst)]
    return [[market.vacancy(moment, company=pusher)] for moment in moments]


def _copied(market: Market, size: int, now: int) -> list[Posting]:
    """A vacancy with `size` open postings, the oldest first by birth."""
    rng = market.rng
    reposts = sum(rng.random() < _REPOST_SHARE for _ in range(size - 1))
    created = _created(market, now)
    room = now - reposts * _REPOST_DAYS[1] * DAY
    if created > room:
        created = market.moment(room - (1 + rng.randrange(5)) * DAY)
    first = market.vacancy(created)
    group = [first]
    for _ in range(reposts):
        again = group[-1].created + rng.randrange(*_REPOST_DAYS) * DAY
        group.append(market.repost(group[-1], market.moment(again)))
    for _ in range(size - 1 - reposts):
        latest = min(now, created + 10 * DAY)
        group.append(market.agency_copy(first, _between(market, created, latest)))
    return [_aged(market, posting, now) for posting in group]


def _created(market: Market, now: int) -> int:
    days = min(market.rng.expovariate(1 / _MEAN_AGE_DAYS), _OLDEST_DAYS)
    return market.moment(now - (int(days) + 1) * DAY)


def _between(market: Market, earliest: int, latest: int) -> int:
    return earliest + 1 + int(market.rng.random() * max(0, latest - earliest - 1))


def _aged(market: Market, posting: Posting, now: int) -> Posting:
    """`posting` with the bumps that it has had by now, and an expiry that is still to come."""
    rng = market.rng
    age = now - posting.created
    bumps = _poisson(rng, bumps_a_day(posting) * age / DAY)
    posted = posting.created
    if bumps:
        # The latest of so many moments spread evenly over its life.
        days_ago = int((1 - rng.random() ** (1 / bumps)) * age / DAY)
        posted = max(posted + 60, market.moment(now - (days_ago + 1) * DAY))
    expires = posting.expires
    if expires is not None:
        expires = max(market.expiry(posted) or expires, now + 1 + int(rng.random() * DAY * 20))
    return posting._replace(posted=posted, bumps=bumps, expires=expires)


def _poisson(rng: Random, mean: float) -> int:
    limit, product, count = math.exp(-mean), rng.random(), 0
    while product > limit:
        product *= rng.random()
        count += 1
    return count
