"""The copies of one vacancy on a board: its postings become clusters, each under an id for life."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from psycopg.types.json import Jsonb

from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.join import Caps
from directory_crawler.core.similarity.linking import COPIED
from directory_crawler.core.similarity.naming import name_vacancies
from directory_crawler.core.similarity.standing import (
    AGENCY,
    PARTNERS,
    company_kinds,
    distinct_companies,
    representatives,
)
from directory_crawler.core.similarity.vacancies import Vacancies, vacancies
from directory_crawler.postcrawl.board import Board
from directory_crawler.postcrawl.comparisons import Comparisons
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from directory_crawler.core.identity.columns import Mask
    from directory_crawler.core.identity.organisations import Change
    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.storage.database import Connection

LOOK_BACK_DAYS = 60
STEPS = (
    "analyze", "write_postings", "write_clusters", "drop_clusters", "one_representative", "write_links", "drop_links",
    "write_companies", "drop_companies",
)  # fmt: skip


@dataclass(frozen=True)
class Clustered:
    """What a search for copies came to. ``postings`` are those in play, ``copies`` those beyond the first of their
    vacancy, ``compared`` the pairs of texts that were compared anew."""

    postings: int
    clusters: int
    members: int
    compared: int
    merged: int
    split: int

    @property
    def copies(self) -> int:
        return self.members - self.clusters

    def __str__(self) -> str:
        return (
            f"{self.postings} postings, {self.clusters} vacancies with {self.members} of them, {self.copies} copies;"
            f" {self.compared} pairs of texts compared; {self.merged} merged, {self.split} split"
        )


def apply(connection: Connection, run_id: int, settings: BaseSettings) -> Clustered:
    """Cluster the postings of the run's site and bring its vacancies up to date.

    Works inside the caller's transaction, on ``crawl.postings`` as they are there; a repeated call changes nothing.
    What was computed from a text or a pair of texts before is used again; the clusters are those that a computation
    from scratch gives.
    """
    row = connection.execute(sql("jobs/clusters.subject"), {"run_id": run_id}).fetchone()
    if row is None:
        raise LookupError(f"no run {run_id}: crawl.runs lists those there are")
    site, as_of, _ = row
    since = as_of - timedelta(days=settings.getfloat("CLUSTER_LOOK_BACK_DAYS", LOOK_BACK_DAYS))
    board = Board.load(connection, {"site": site, "since": since, "run_id": run_id})
    caps = Caps(
        settings.getint("CLUSTER_TEXT_CAP", Caps.texts), settings.getint("CLUSTER_TITLE_CAP", Caps.titles)
    )
    compare = Comparisons(connection, site, board.descriptions, board.ids)
    texts = board.descriptions
    found = vacancies(
        board.postings, texts.marks, texts.sizes, board.title_words, compare, caps, os.cpu_count() or 1
    )
    retired = {row[0] for row in connection.execute(sql("jobs/clusters.retired"), {"site": site})}
    names, changes = _name(board, found.cluster, retired)
    partners = settings.getint("CLUSTER_AGENCY_PARTNERS", PARTNERS)
    _stage(connection, board, found, names, partners)
    for step in STEPS:
        connection.execute(sql(f"jobs/clusters.{step}"), {"site": site, "run_id": run_id, "since": since})
    _write_events(connection, run_id, changes)
    _write_share(connection, run_id, found.cluster[~board.closed])
    sizes = np.bincount(found.cluster, minlength=len(board))
    return Clustered(
        postings=len(board),
        clusters=int((sizes > 1).sum()),
        members=int(sizes[sizes > 1].sum()),
        compared=compare.made,
        merged=sum(change.event == "merged" for change in changes),
        split=sum(change.event == "split" for change in changes),
    )


def recluster(connection: Connection, site: str, settings: BaseSettings) -> Clustered:
    """Cluster a board from what is stored, outside a run; what changes is counted to the newest accepted run.

    Raises `LookupError` where no run of the site was accepted.
    """
    with connection.transaction():
        row = connection.execute(sql("crawl/runs.last_accepted"), {"site": site, "kind": "jobs"}).fetchone()
        if row is None:
            raise LookupError(f"no accepted run of {site!r}: there is nothing to cluster before one is")
        return apply(connection, row[0], settings)


def _name(board: Board, cluster: Places, retired: set[str]) -> tuple[dict[int, str], list[Change]]:
    """The vacancies of those postings that may be of another than their own, by their places."""
    elsewhere = pc.not_equal(board.moved, "")
    concerned = (np.bincount(cluster, minlength=len(board))[cluster] > 1) | elsewhere.to_numpy(
        zero_copy_only=False
    )
    named = board.moved.filter(elsewhere).unique()
    concerned |= pc.is_in(board.ids, value_set=named).to_numpy(zero_copy_only=False)
    places = np.flatnonzero(concerned)
    ids = board.ids.take(pa.array(places)).to_pylist()
    before = [
        moved or (None if is_new else own)
        for own, moved, is_new in zip(
            ids, board.moved.take(pa.array(places)).to_pylist(), board.is_new[places].tolist(), strict=True
        )
    ]
    first_seen, ages = board.first_seen[places].tolist(), board.postings.age[places].tolist()
    names, changes = name_vacancies(ids, cluster[places].tolist(), before, first_seen, ages, retired)
    return {place: names[own] for place, own in zip(places.tolist(), ids, strict=True)}, changes


def _stage(
    connection: Connection, board: Board, found: Vacancies, names: dict[int, str], partners: int
) -> None:
    """Hand what is new to the database."""
    company, cluster, age = board.postings.company, found.cluster, board.postings.age
    kinds = company_kinds(company, board.stated, cluster, partners)
    kind = np.append(kinds, UNKNOWN)[company]
    leads = representatives(cluster, board.closed, kind, board.posted, age)
    n = len(board)
    counts = (
        np.bincount(cluster, minlength=n),
        np.bincount(cluster[~board.closed], minlength=n),
        distinct_companies(cluster, company, kind),
        distinct_companies(cluster, company, kind, AGENCY),
    )
    several = np.flatnonzero(counts[0] > 1)
    ids = _Ids(board.ids)
    connection.execute(sql("jobs/clusters.clustered"))
    with connection.cursor() as cursor:
        with cursor.copy("copy clustered (posting_id, cluster_id, is_representative) from stdin") as copy:
            for place, is_lead in _moved(board, names, leads == np.arange(n)):
                copy.write_row((ids[place], names.get(place) or ids[place], is_lead))
        with cursor.copy(
            "copy clusters_after (cluster_id, representative, size, open, companies, agencies, first_seen) from stdin"
        ) as copy:
            columns = (several, leads[several], *(column[several] for column in counts))
            seen = board.first_seen[several].tolist()
            for row in zip(*(column.tolist() for column in columns), seen, strict=True):
                copy.write_row((names[row[0]], ids[row[1]], *row[2:]))
        with cursor.copy("copy links_after (posting_id, other_id, kind, similarity) from stdin") as copy:
            older = np.where(age[found.a] < age[found.b], found.a, found.b)
            younger = found.a + found.b - older
            links = (younger, older, found.kind, np.round(found.similarity, 4))
            for one, other, how, similarity in zip(*(column.tolist() for column in links), strict=True):
                copy.write_row((ids[one], ids[other], "agency" if how == COPIED else "repost", similarity))
        with cursor.copy("copy companies_after (company, kind, stated) from stdin") as copy:
            said = np.zeros(len(kinds) + 1, bool)
            said[company[board.stated != UNKNOWN]] = True
            for number in np.flatnonzero(kinds != UNKNOWN).tolist():
                name = "agency" if kinds[number] == AGENCY else "employer"
                copy.write_row((str(board.companies.values[number]), name, bool(said[number])))


class _Ids:
    """Ids by their places, each a Python object when it is asked for."""

    def __init__(self, ids: pa.Array) -> None:
        self._ids = ids

    def __getitem__(self, place: int) -> str:
        return str(self._ids[place].as_py())


def _moved(board: Board, names: dict[int, str], is_lead: Mask) -> list[tuple[int, bool]]:
    """The postings whose cluster or standing is another than is stored, and whether they lead."""
    changed = board.is_loose | (board.is_lead != is_lead)
    places = list(names)
    own = board.ids.take(pa.array(places, pa.int64())).to_pylist()
    stored = board.moved.take(pa.array(places, pa.int64())).to_pylist()
    for place, posting_id, before in zip(places, own, stored, strict=True):
        changed[place] |= names[place] != (before or posting_id)
    found = np.flatnonzero(changed)
    return list(zip(found.tolist(), is_lead[found].tolist(), strict=True))


def _write_share(connection: Connection, run_id: int, cluster: Places) -> None:
    """Note the share of copies among the open postings, with which the next run is compared."""
    share = 1 - len(np.unique(cluster)) / len(cluster) if len(cluster) else 0.0
    connection.execute(
        sql("crawl/runs.add_stats"), {"run_id": run_id, "stats": Jsonb({"cluster_share": share})}
    )


def _write_events(connection: Connection, run_id: int, changes: list[Change]) -> None:
    events = [
        {
            "run_id": run_id,
            "cluster_id": change.organisation_id,
            "event": change.event,
            "other_id": change.other,
        }
        for change in changes
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql("jobs/clusters.add_event"), events)
