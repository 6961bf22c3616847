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
) -> tuple[dict[str, str], list[Change]]:
    """Return the vacancy of each posting, and what merged and split.

    The postings are those whose vacancy may be another than their own id: those in clusters of several, those that were
    of another vacancy, and those after which another posting's vacancy was named. ``cluster`` is the oldest posting of
    each posting's cluster, ``before`` the vacancy that each was of.
    """
    groups: dict[int, set[str]] = defaultdict(set)
    aliases: dict[str, set[str]] = defaultdict(set)
    seen: dict[str, float] = {}
    for own, head, name, since in zip(ids, cluster, before, first_seen, strict=True):
        groups[head].add(own)
        if name is not None:
            aliases[name].add(own)
            seen[name] = min(since, seen.get(name, since))
    known = (Known(name, frozenset(members), seen[name]) for name, members in aliases.items())
    naming = name_clusters(groups.values(), known, age=dict(zip(ids, age, strict=True)), retired=retired)
    name_of = {member: name for name, members in naming.organisations.items() for member in members}
    return name_of, list(naming.changes)
