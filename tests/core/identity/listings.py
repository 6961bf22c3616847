"""Cards for tests of the fold, each said in a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians

import numpy as np

from directory_crawler.core.identity.ages import age_ranks
from directory_crawler.core.identity.columns import Columns, columns
from directory_crawler.core.identity.fold import Fold, fold

METRE = 1 / 111_195  # degrees of latitude
HERE = (52.2, -1.7)


@dataclass(frozen=True)
class Listing:
    """A card as far as the fold looks at it. ``street`` and ``house`` make the address key."""

    id: str
    name: str = ""
    phones: tuple[str, ...] = ()
    web: str | None = None
    street: str | None = None
    house: str | None = None
    unit: str | None = None
    postcode: str | None = None
    city: str | None = None
    point: tuple[float, float] | None = None
    exact: bool = True
    closed: bool = False


def east(metres: float, of: tuple[float, float] = HERE) -> tuple[float, float]:
    longitude = of[1] + metres * METRE / cos(radians(of[0]))
    return of[0], (longitude + 180) % 360 - 180


def north(metres: float, of: tuple[float, float] = HERE) -> tuple[float, float]:
    return of[0] + metres * METRE, of[1]


def as_columns(cards: Sequence[Listing], apart: Iterable[tuple[str, str]] = ()) -> Columns:
    place = {card.id: number for number, card in enumerate(cards)}
    points = [card.point or (np.nan, np.nan) for card in cards]
    keyed = [card.street is not None and card.house is not None for card in cards]
    return columns(
        names=[tuple(sorted(set(card.name.lower().split()))) for card in cards],
        phones=[card.phones for card in cards],
        webs=[card.web for card in cards],
        addresses=[
            f"{card.street} {card.house}" if has_key else None
            for card, has_key in zip(cards, keyed, strict=True)
        ],
        houses=[card.house for card in cards],
        units=[card.unit for card in cards],
        postcodes=[card.postcode for card in cards],
        cities=[card.city for card in cards],
        streets=[card.street for card in cards],
        latitude=[point[0] for point in points],
        longitude=[point[1] for point in points],
        exact=[card.point is not None and card.exact for card in cards],
        closed=[card.closed for card in cards],
        rank=age_ranks([card.id for card in cards], [0] * len(cards)),
        apart=[(place[one], place[other]) for one, other in apart],
    )


def folded(cards: Sequence[Listing], apart: Iterable[tuple[str, str]] = ()) -> Fold:
    return fold(as_columns(cards, apart))


def clusters(cards: Sequence[Listing], apart: Iterable[tuple[str, str]] = ()) -> set[frozenset[str]]:
    """The ids of each cluster."""
    groups: dict[int, set[str]] = {}
    for card, head in zip(cards, folded(cards, apart).cluster.tolist(), strict=True):
        groups.setdefault(head, set()).add(card.id)
    return {frozenset(group) for group in groups.values()}


def are_one(*cards: Listing) -> bool:
    return clusters(cards) == {frozenset(card.id for card in cards)}


def are_apart(*cards: Listing) -> bool:
    return clusters(cards) == {frozenset({card.id}) for card in cards}
