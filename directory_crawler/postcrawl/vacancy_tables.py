"""The clusters of a board on their way into the database: under their ids for life, with what analysts ask of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.linking import COPIED
from directory_crawler.core.similarity.naming import name_vacancies
from directory_crawler.core.similarity.standing import (
    AGENCY,
    company_kinds,
    distinct_companies,
    representatives,
)
from directory_crawler.postcrawl import binary_copy
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from directory_crawler.core.identity.columns import Mask
    from directory_crawler.core.identity.organisations import Change
    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.core.similarity.vacancies import Vacancies
    from directory_crawler.postcrawl.board import Board
    from directory_crawler.storage.database import Connection


@dataclass(frozen=True)
class Named:
    """The vacancy of each posting, as a place in ``names``; before and now."""

    names: pa.Array
    before: Places
    now: Places
    changes: Sequence[Change]


def name_all(board: Board, cluster: Places, retired: Set[str]) -> Named:
    """Name the clusters. One that has just the postings that it had keeps its name unasked."""
    n = len(board)
    elsewhere = pc.not_equal(board.moved, "").to_numpy(zero_copy_only=False)
    moved = board.moved.filter(pa.array(elsewhere))
    moved_to = pc.index_in(moved, value_set=board.ids)
    gone = moved.filter(pc.is_null(moved_to)).dictionary_encode()
    names = pa.concat_arrays([board.ids, gone.dictionary])
    before = np.arange(n)
    before[elsewhere] = pc.replace_with_mask(
        moved_to, pc.is_null(moved_to), pc.add(gone.indices, pa.scalar(n, pa.int32()))
    )
    asked = np.flatnonzero(_changed(cluster, before, board.is_new, len(names)))
    now = before.copy()
    ids = board.ids.take(pa.array(asked)).to_pylist()
    told = names.take(pa.array(before[asked])).to_pylist()
    was = [None if new else name for name, new in zip(told, board.is_new[asked].tolist(), strict=True)]
    named, changes = name_vacancies(
        ids,
        cluster[asked].tolist(),
        was,
        board.first_seen[asked].tolist(),
        board.postings.age[asked].tolist(),
        retired,
    )
    # A vacancy is named after one of these postings, or as one of them was before.
    place_of = {
        **dict(zip(told, before[asked].tolist(), strict=True)),
        **dict(zip(ids, asked.tolist(), strict=True)),
    }
    now[asked] = [place_of[named[own]] for own in ids]
    return Named(names, before, now, changes)


def _changed(cluster: Places, before: Places, is_new: Mask, names: int) -> Mask:
    """The postings of clusters whose members are not just those of one vacancy that was."""
    n = len(cluster)
    members, had = np.bincount(cluster, minlength=n), np.bincount(before, minlength=names)
    odd = (before != before[cluster]) | (had[before] != members[cluster]) | (is_new & (members[cluster] > 1))
    changed = np.bincount(cluster[odd], minlength=n) > 0
    lost = np.zeros(names, bool)
    lost[before[changed[cluster]]] = True
    # What is left of a vacancy is asked together with what has left it, and with the posting that it is named after.
    concerned = np.zeros(n, bool)
    concerned[cluster[lost[before] | changed[cluster] | lost[:n]]] = True
    found: Mask = concerned[cluster]
    return found


def stage(connection: Connection, board: Board, found: Vacancies, named: Named, partners: int) -> None:
    """Hand what is new to the database."""
    company, cluster, age = board.postings.company, found.cluster, board.postings.age
    kinds = company_kinds(company, board.stated, cluster, partners)
    kind = np.append(kinds, UNKNOWN)[company]
    n = len(board)
    leads = representatives(cluster, board.closed, kind, board.posted, age)
    is_lead = leads == np.arange(n)
    moved = np.flatnonzero(board.is_loose | (board.is_lead != is_lead) | (named.before != named.now))
    counts = (
        np.bincount(cluster, minlength=n),
        np.bincount(cluster[~board.closed], minlength=n),
        distinct_companies(cluster, company, kind),
        distinct_companies(cluster, company, kind, AGENCY),
    )
    several = np.flatnonzero(counts[0] > 1)
    older = np.where(age[found.a] < age[found.b], found.a, found.b)
    connection.execute(sql("jobs/clusters.clustered"))
    tables = {
        "clustered": (
            binary_copy.strings(board.ids.take(pa.array(moved))),
            binary_copy.strings(named.names.take(pa.array(named.now[moved]))),
            binary_copy.fixed(is_lead[moved].astype(np.uint8)),
        ),
        "clusters_after": (
            binary_copy.strings(named.names.take(pa.array(named.now[several]))),
            binary_copy.strings(board.ids.take(pa.array(leads[several]))),
            *(binary_copy.fixed(column[several].astype(np.int32)) for column in counts),
            binary_copy.fixed(board.first_seen[several]),
        ),
        "links_after": (
            binary_copy.strings(board.ids.take(pa.array(found.a + found.b - older))),
            binary_copy.strings(board.ids.take(pa.array(older))),
            binary_copy.strings(pa.array(np.where(found.kind == COPIED, "agency", "repost"))),
            binary_copy.fixed(np.round(found.similarity, 4)),
        ),
    }
    for name, columns in tables.items():
        binary_copy.write_rows(connection, sql(f"jobs/clusters.copy_{name}"), columns)
    said = np.zeros(len(kinds) + 1, bool)
    said[company[board.stated != UNKNOWN]] = True
    with connection.cursor() as cursor, cursor.copy(sql("jobs/clusters.copy_companies_after")) as copy:
        for number in np.flatnonzero(kinds != UNKNOWN).tolist():
            name = "agency" if kinds[number] == AGENCY else "employer"
            copy.write_row((str(board.companies.values[number]), name, bool(said[number])))
