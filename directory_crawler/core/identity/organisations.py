"""Ids for life: which organisation a cluster of cards is, given the organisations that were known before.

An organisation is named after the oldest card of its cluster at birth, its *founder*, and keeps that id whatever joins
or leaves it. No two organisations can ever claim one id: an id is a card's, and the organisation is where that card is.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence, Set


@dataclass(frozen=True, slots=True)
class Known:
    """An organisation as it was before: its id, its cards, and when it was first seen (anything that compares)."""

    organisation_id: str
    aliases: frozenset[str]
    first_seen: Any


@dataclass(frozen=True, slots=True)
class Change:
    """``merged``: ``organisation_id`` is one with ``other`` now, whose id goes on. ``split``: ``organisation_id`` is
    new and was a part of ``other``."""

    event: Literal["merged", "split"]
    organisation_id: str
    other: str


@dataclass(frozen=True)
class Naming:
    """The cards of each organisation by its id, and what became of known ones."""

    organisations: Mapping[str, frozenset[str]]
    changes: Sequence[Change]


def name_clusters(
    clusters: Iterable[Collection[str]],
    known: Iterable[Known],
    *,
    age: Mapping[str, int],
    closed: Set[str] = frozenset(),
    apart: Iterable[tuple[str, str]] = (),
    retired: Set[str] = frozenset(),
) -> Naming:
    """Give each cluster of cards the id of the organisation that it is.

    ``age`` ranks every card (0 is the oldest). ``closed`` cards must be clusters of their own: they go where the rest
    of their organisation goes, unless ``apart`` (pairs of cards) forbids it. ``retired`` are ids that organisations
    had once and that are given again only where nothing else is left, to the card that the id is of.
    """
    before = {organisation.organisation_id: organisation for organisation in known}
    groups = [set(cluster) for cluster in clusters]
    group_of = {card: group for group in groups for card in group}
    was_in = {card: name for name, organisation in before.items() for card in organisation.aliases}
    _gather_closed(group_of, before, age, closed, apart)
    groups = list({id(group): group for group in group_of.values()}.values())

    claims: dict[int, list[str]] = defaultdict(list)
    for name, organisation in before.items():
        heir = _heir(organisation, group_of, age)
        if heir is not None:
            claims[id(group_of[heir])].append(name)

    organisations: dict[str, frozenset[str]] = {}
    changes: list[Change] = []
    for group in groups:
        by_age = sorted(group, key=age.__getitem__)
        names = sorted(
            claims[id(group)],
            key=lambda name: (before[name].first_seen, age.get(name, len(age)), name),
        )
        if names:
            own = names[0]
            changes += (Change("merged", name, own) for name in names[1:])
        else:
            own = next((card for card in by_age if card not in retired and card not in before), by_age[0])
            origin = next((was_in[card] for card in by_age if card in was_in), None)
            if origin is not None:
                changes.append(Change("split", own, origin))
        organisations[own] = frozenset(group)
    return Naming(organisations, sorted(changes, key=lambda c: (c.event, c.organisation_id)))


def _heir(organisation: Known, group_of: Mapping[str, set[str]], age: Mapping[str, int]) -> str | None:
    """The card whose cluster goes on as the organisation: its founder, or the oldest that is left."""
    if organisation.organisation_id in group_of:
        return organisation.organisation_id
    return min((card for card in organisation.aliases if card in group_of), key=age.__getitem__, default=None)


def _gather_closed(
    group_of: dict[str, set[str]],
    before: Mapping[str, Known],
    age: Mapping[str, int],
    closed: Set[str],
    apart: Iterable[tuple[str, str]],
) -> None:
    """Put the closed cards of each known organisation where its founder is, or its oldest open card."""
    forbidden: dict[str, set[str]] = defaultdict(set)
    for one, other in apart:
        forbidden[one].add(other)
        forbidden[other].add(one)
    for name, organisation in before.items():
        members = sorted(organisation.aliases & group_of.keys(), key=age.__getitem__)
        ended = [card for card in members if card in closed]
        if not ended:
            continue
        going_on = [card for card in members if card not in closed]
        left = going_on or ended
        head = name if name in left else left[0]
        home = group_of[head]
        for card in ended:
            if card not in home and not forbidden[card] & home:
                home.add(card)
                group_of[card] = home
