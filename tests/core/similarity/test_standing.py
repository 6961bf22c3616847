"""Which posting leads a vacancy, and which company is an agency."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.standing import (
    AGENCY,
    EMPLOYER,
    company_kinds,
    distinct_companies,
    representatives,
)

rows = st.lists(
    st.tuples(
        st.integers(0, 5),  # cluster
        st.booleans(),  # closed
        st.sampled_from([EMPLOYER, AGENCY, UNKNOWN]),
        st.integers(0, 3),  # posted
        st.integers(-1, 4),  # company
    ),
    min_size=1,
    max_size=30,
)


def columns(table: list[tuple[int, bool, int, int, int]]) -> tuple[np.ndarray, ...]:
    """The columns of rows; clusters named by their oldest member."""
    groups = [row[0] for row in table]
    heads = np.array([groups.index(group) for group in groups])
    closed, kind, posted, company = (np.array([row[at] for row in table]) for at in (1, 2, 3, 4))
    return heads, closed, kind, posted.astype(float), company


@settings(deadline=None)
@given(rows)
def test_one_posting_leads_each_vacancy_and_none_has_a_better_claim(
    table: list[tuple[int, bool, int, int, int]],
) -> None:
    """Open before closed, an employer's before an unknown company's and an agency's, then by date and age."""
    cluster, closed, kind, posted, _ = columns(table)
    age = np.arange(len(table))
    leads = representatives(cluster, closed, kind, posted, age)

    worth = {EMPLOYER: 0, UNKNOWN: 1, AGENCY: 2}
    claims = [(bool(closed[n]), worth[int(kind[n])], float(posted[n]), n) for n in range(len(table))]
    for head in set(cluster.tolist()):
        members = np.flatnonzero(cluster == head).tolist()
        assert set(leads[members].tolist()) == {min(members, key=claims.__getitem__)}


@settings(deadline=None)
@given(rows)
def test_companies_are_counted_once_and_what_is_stated_stands(
    table: list[tuple[int, bool, int, int, int]],
) -> None:
    """Held against sets; nobody is inferred to be what it is stated not to be."""
    cluster, _, kind, _, company = columns(table)
    found = distinct_companies(cluster, company, kind)
    kinds = company_kinds(company, kind, cluster, partners=1)

    for head in set(cluster.tolist()):
        assert found[head] == len(set(company[cluster == head].tolist()))
    for number in set(company.tolist()) - {-1}:
        said = kind[company == number].tolist()
        if said.count(EMPLOYER) >= max(said.count(AGENCY), 1):
            assert kinds[number] == EMPLOYER
        elif AGENCY in said:
            assert kinds[number] == AGENCY
