"""Joins made transitive, and clusters whose ends contradict each other taken apart again."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.identity.places import Place, compare_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from directory_crawler.core.identity.columns import Columns, Indices

LARGEST = 50
"""Cards of one organisation; what would grow beyond it (by chains of joins) is put together no further."""

MOST_COMPARED = 400
"""Cards of a chain of joins that are still compared with each other; a longer chain is no evidence at all."""


@dataclass(frozen=True, slots=True)
class Link:
    """Evidence that two cards are one. ``vague``: one of them does not say where it is."""

    a: int
    b: int
    strength: int
    vague: bool


class DisjointSet:
    """Sets of numbers that only ever grow together."""

    def __init__(self, n: int) -> None:
        self.parent = list(range(n))

    def find(self, member: int) -> int:
        parent = self.parent
        while parent[member] != member:
            parent[member] = parent[parent[member]]
            member = parent[member]
        return member

    def join(self, a: int, b: int) -> None:
        self.parent[self.find(a)] = self.find(b)


def clusters_of(cards: Columns, links: Sequence[Link]) -> tuple[Indices, list[tuple[int, int]]]:
    """Return the oldest card of each card's cluster, and the linked pairs that were kept apart."""
    whole = DisjointSet(len(cards))
    for link in links:
        whole.join(link.a, link.b)
    members: dict[int, set[int]] = defaultdict(set)
    for link in links:
        members[whole.find(link.a)] |= {link.a, link.b}
    contradictions = _contradictions(cards, links, members.values())
    torn = {whole.find(a) for a, _ in contradictions}
    torn |= {root for root, cards_of in members.items() if len(cards_of) > LARGEST}
    links_of: dict[int, list[Link]] = defaultdict(list)
    for link in links if torn else ():
        links_of[whole.find(link.a)].append(link)
    rank = cards.rank
    cluster = np.arange(len(cards))
    parted: list[tuple[int, int]] = []
    for root, cards_of in members.items():
        groups: Iterable[set[int]] = [cards_of]
        if root in torn:
            groups, refused = _taken_apart(cards_of, links_of[root], contradictions, rank)
            parted += refused
        for group in groups:
            oldest = min(group, key=rank.__getitem__)
            for card in group:
                cluster[card] = oldest
    return cluster, sorted(parted)


def _contradictions(
    cards: Columns, links: Sequence[Link], clusters: Iterable[set[int]]
) -> set[tuple[int, int]]:
    """The pairs within clusters that no link joins and that stand at different places or were taken apart by hand."""
    linked = {(link.a, link.b) for link in links}
    pairs = [
        pair
        for members in clusters
        if 2 < len(members) <= MOST_COMPARED
        for pair in combinations(sorted(members), 2)
        if pair not in linked
    ]
    found = set(cards.apart)
    if pairs:
        a, b = np.array(pairs, np.int64).T
        apart = compare_places(cards, a, b) == Place.APART
        found.update(zip(a[apart].tolist(), b[apart].tolist(), strict=True))
    return found


def _taken_apart(
    members: set[int], links: Sequence[Link], contradictions: set[tuple[int, int]], rank: Indices
) -> tuple[list[set[int]], list[tuple[int, int]]]:
    """Join what the strongest links join as long as nothing in a group contradicts anything else in it.

    A card that does not say where it is, and that equally strong links pull into groups that exclude each other, stays
    by itself: which of them it is, nobody can tell.
    """
    group_of = {card: {card} for card in members}

    def exclude(one: set[int], other: set[int]) -> bool:
        return len(one) + len(other) > LARGEST or any(
            (min(a, b), max(a, b)) in contradictions for a in one for b in other
        )

    ordered = sorted(
        links if len(members) <= MOST_COMPARED else (),
        key=lambda link: (-link.strength, *sorted((int(rank[link.a]), int(rank[link.b])))),
    )
    for _, tier in groupby(ordered, key=attrgetter("strength")):
        strongest = list(tier)
        pulled: dict[int, list[set[int]]] = defaultdict(list)
        for link in strongest:
            if link.vague:
                for card, other in ((link.a, link.b), (link.b, link.a)):
                    pulled[card].append(group_of[other])
        undecided = {
            card
            for card, groups in pulled.items()
            if any(exclude(one, other) for one, other in combinations(groups, 2))
        }
        for link in strongest:
            group, joining = group_of[link.a], group_of[link.b]
            if group is joining or (link.vague and {link.a, link.b} & undecided) or exclude(group, joining):
                continue
            group |= joining
            for card in joining:
                group_of[card] = group
    groups = list({id(group): group for group in group_of.values()}.values())
    return groups, [(link.a, link.b) for link in links if group_of[link.a] is not group_of[link.b]]
