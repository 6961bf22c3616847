"""Ids for life of vacancies: which vacancy a cluster is, given what was known before. As organisations do, a vacancy
keeps the id of the posting that was its oldest at birth."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from directory_crawler.core.identity.organisations import Known, name_clusters

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from directory_crawler.core.identity.organisations import Change


def name_vacancies(
    ids: Sequence[str],
    cluster: Sequence[int],
    before: Sequence[str | None],
    first_seen: Sequence[float],
    age: Sequence[int],
    retired: Set[str],
) -> tuple[dict[int, str], list[Change]]:
    """Return the id of each posting whose vacancy is another than it was, or has several postings, by its place; and
    what merged and split. A posting that is not named is a vacancy by itself, under its own id.

    ``cluster`` is the oldest posting of each posting's cluster, ``before`` the vacancy that each was of.
    """
    size: dict[int, int] = defaultdict(int)
    for head in cluster:
        size[head] += 1
    elsewhere = {name for name, own in zip(before, ids, strict=True) if name is not None and name != own}
    concerned = [
        place
        for place, (own, head, name) in enumerate(zip(ids, cluster, before, strict=True))
        if size[head] > 1 or own in elsewhere or (name is not None and name != own)
    ]
    groups: dict[int, set[str]] = defaultdict(set)
    aliases: dict[str, set[str]] = defaultdict(set)
    seen: dict[str, float] = {}
    for place in concerned:
        groups[cluster[place]].add(ids[place])
        name = before[place]
        if name is not None:
            aliases[name].add(ids[place])
            seen[name] = min(first_seen[place], seen.get(name, first_seen[place]))
    known = (Known(name, frozenset(members), seen[name]) for name, members in aliases.items())
    ranks = {ids[place]: age[place] for place in concerned}
    naming = name_clusters(groups.values(), known, age=ranks, retired=retired)
    name_of = {member: name for name, members in naming.organisations.items() for member in members}
    return {place: name_of[ids[place]] for place in concerned}, list(naming.changes)
