"""Links made transitive, with a guard against chains: each part of a cluster must be like most of the rest of it.

The surest links join first. Two groups become one only if at least half of the pairs between them are linked, and if no
company would have two postings in it that are not reposts of each other. So a text that resembles two openings of one
company goes to the one that it resembles most, and does not make them one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.compiled import compiled
from directory_crawler.core.similarity.faces import UNKNOWN

if TYPE_CHECKING:
    from directory_crawler.core.similarity.faces import Faces
    from directory_crawler.core.similarity.linking import Links
    from directory_crawler.core.similarity.texts import Places

LEAST_LINKED = 0.5
"""The share of the pairs between two groups that must be linked for them to be one."""


def clusters_of(faces: Faces, links: Links) -> Places:
    """Return the oldest face of each face's cluster. Neither the order of the faces nor that of the links matters."""
    roots = _components(len(faces), links.a, links.b)
    size = np.bincount(roots[np.unique(np.concatenate([links.a, links.b]))], minlength=len(faces))
    cluster = np.arange(len(faces))
    pairs = size[roots[links.a]] == 2
    older = np.where(faces.age[links.a] < faces.age[links.b], links.a, links.b)
    cluster[links.a[pairs]] = older[pairs]
    cluster[links.b[pairs]] = older[pairs]
    members: dict[int, list[int]] = defaultdict(list)
    for at in np.flatnonzero(~pairs).tolist():
        members[int(roots[links.a[at]])].append(at)
    for component in members.values():
        for group in _grouped(faces, links, component):
            oldest = min(group, key=faces.age.__getitem__)
            cluster[list(group)] = oldest
    return cluster


def _grouped(faces: Faces, links: Links, component: list[int]) -> list[set[int]]:
    """The clusters within one component, given as places in the links."""
    ends = [(int(links.a[at]), int(links.b[at])) for at in component]
    linked = {frozenset(pair) for pair in ends}
    group_of = {face: {face} for pair in ends for face in pair}
    age, company = faces.age, faces.company

    def agree(one: set[int], other: set[int]) -> bool:
        together = 0
        for a in one:
            for b in other:
                if frozenset((a, b)) in linked:
                    together += 1
                elif company[a] == company[b] != UNKNOWN and not {(a, b), (b, a)} & links.compatible:
                    return False
        return together >= LEAST_LINKED * len(one) * len(other)

    def order(at: int) -> tuple[float, int, int]:
        ages = sorted((int(age[links.a[at]]), int(age[links.b[at]])))
        return -round(float(links.similarity[at]), 3), ages[0], ages[1]

    for at in sorted(component, key=order):
        group, joining = group_of[int(links.a[at])], group_of[int(links.b[at])]
        if group is not joining and agree(group, joining):
            group |= joining
            for face in joining:
                group_of[face] = group
    return list({id(group): group for group in group_of.values()}.values())


@compiled
def _components(n: int, a: Places, b: Places) -> Places:
    """The least face of each face's component."""
    parent = np.arange(n)
    for link in range(len(a)):
        one, other = a[link], b[link]
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        while parent[other] != other:
            parent[other] = parent[parent[other]]
            other = parent[other]
        parent[max(one, other)] = min(one, other)
    for face in range(n):
        parent[face] = parent[parent[face]]
    return parent
