"""What a cluster says of its postings and companies: which posting leads, and who is an agency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.faces import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from directory_crawler.core.similarity.texts import Places

EMPLOYER, AGENCY = 0, 1
"""Kinds of companies, beside `UNKNOWN`."""

PARTNERS = 3
"""Other companies with which an agency shares vacancies, at least."""


def company_kinds(company: Places, stated: Places, cluster: Places, partners: int = PARTNERS) -> Places:
    """The kind of each company: as most of its postings state it, else an agency by its company: it shares vacancies
    with many others, that is what most of its postings are, and it mostly was not the first to advertise them."""
    companies = int(company.max(initial=UNKNOWN)) + 1
    said = [
        np.bincount(company[(stated == kind) & (company >= 0)], minlength=companies)
        for kind in (EMPLOYER, AGENCY)
    ]
    kinds = np.where(said[AGENCY] > said[EMPLOYER], AGENCY, np.where(said[EMPLOYER] > 0, EMPLOYER, UNKNOWN))
    known = np.flatnonzero(company >= 0)
    members = _once(cluster[known], company[known], companies)
    clusters, holders = members // companies, members % companies
    together = np.bincount(clusters, minlength=len(cluster))
    shared = together[cluster] > 1
    mine = np.bincount(company[known], minlength=companies)
    copied = np.bincount(company[known[shared[known]]], minlength=companies)
    # The oldest posting of a cluster names it.
    first = np.flatnonzero(shared & (cluster == np.arange(len(cluster))) & (company >= 0))
    was_first = np.bincount(company[first], minlength=companies)
    clusters_of_each = np.bincount(holders[together[clusters] > 1], minlength=companies)
    others = _partners(clusters, holders, companies)
    inferred = (others >= partners) & (2 * copied >= mine) & (2 * was_first < clusters_of_each)
    return np.where((kinds == UNKNOWN) & inferred, AGENCY, kinds)


def representatives(
    cluster: Places, closed: NDArray[np.bool_], kind: Places, posted: NDArray[np.float64], age: Places
) -> Places:
    """The posting that leads each posting's cluster: one that is open, a known employer's before an unknown company's
    and an agency's, then the one that was posted first, then the oldest. ``kind`` is that of each posting's company."""
    worth = np.select([kind == EMPLOYER, kind == UNKNOWN], [0, 1], 2)
    order = np.lexsort((age, posted, worth, closed, cluster))
    first = np.append(True, cluster[order][1:] != cluster[order][:-1]) if len(order) else np.zeros(0, bool)
    leads = np.empty(len(cluster), np.int64)
    leads[cluster[order[first]]] = order[first]
    return leads[cluster]


def distinct_companies(cluster: Places, company: Places, kind: Places, wanted: int | None = None) -> Places:
    """How many companies (of a kind) each cluster has, at the number that names it; unknown companies count as one."""
    chosen = np.ones(len(cluster), bool) if wanted is None else kind == wanted
    size = int(company.max(initial=UNKNOWN)) + 2
    members = _once(cluster[chosen], company[chosen] + 1, size)
    return np.bincount(members // size, minlength=len(cluster))


def _once(groups: Places, members: Places, size: int) -> Places:
    keys = np.sort(groups * max(size, 1) + members)
    return keys[np.append(True, keys[1:] != keys[:-1])] if len(keys) else keys


def _partners(clusters: Places, holders: Places, companies: int) -> Places:
    """With how many others each company is in clusters; ``clusters`` are in order, and hold each company once."""
    pairs = []
    for step in range(1, len(clusters)):
        same = np.flatnonzero(clusters[step:] == clusters[:-step])
        if not len(same):
            break
        one, other = holders[same], holders[same + step]
        pairs += [one * companies + other, other * companies + one]
    if not pairs:
        return np.zeros(companies, np.int64)
    met = np.sort(np.concatenate(pairs))
    met = met[np.append(True, met[1:] != met[:-1])]
    return np.bincount(met // companies, minlength=companies)
