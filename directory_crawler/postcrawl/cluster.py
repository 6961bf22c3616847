"""The copies of one vacancy on a board: its postings become clusters, each under an id for life."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
from psycopg.types.json import Jsonb

from directory_crawler.core.similarity.join import Caps
from directory_crawler.core.similarity.vacancies import vacancies
from directory_crawler.postcrawl.board import Board
from directory_crawler.postcrawl.comparisons import Comparisons, TextsChangedError
from directory_crawler.postcrawl.vacancy_tables import name_all, stage
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scrapy.settings import BaseSettings

    from directory_crawler.core.identity.organisations import Change
    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.core.similarity.vacancies import Vacancies
    from directory_crawler.storage.database import Connection

logger = logging.getLogger(__name__)

STEPS = (
    "analyze", "write_postings", "write_companies", "drop_companies", "keep_remainders", "write_clusters",
    "drop_clusters", "one_representative", "write_links", "drop_links",
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
    since = as_of - timedelta(days=settings.getfloat("CLUSTER_LOOK_BACK_DAYS"))
    try:
        board, found, compared = _search(connection, site, since, run_id, settings)
    except TextsChangedError as error:
        logger.warning("%s. The site is compared from scratch.", error)
        connection.execute(sql("jobs/clusters.forget_texts"), {"site": site})
        board, found, compared = _search(connection, site, since, run_id, settings)
    retired = {row[0] for row in connection.execute(sql("jobs/clusters.retired"), {"site": site})}
    named = name_all(board, found.cluster, retired)
    partners = settings.getint("CLUSTER_AGENCY_PARTNERS")
    stage(connection, board, found, named, partners)
    for step in STEPS:
        connection.execute(sql(f"jobs/clusters.{step}"), {"site": site, "run_id": run_id, "since": since})
    _write_events(connection, run_id, named.changes)
    _write_share(connection, run_id, found.cluster[~board.closed])
    sizes = np.bincount(found.cluster, minlength=len(board))
    return Clustered(
        postings=len(board),
        clusters=int((sizes > 1).sum()),
        members=int(sizes[sizes > 1].sum()),
        compared=compared,
        merged=sum(change.event == "merged" for change in named.changes),
        split=sum(change.event == "split" for change in named.changes),
    )


def _search(
    connection: Connection, site: str, since: datetime, run_id: int, settings: BaseSettings
) -> tuple[Board, Vacancies, int]:
    """Find the copies among the postings in play, and say how many pairs of texts were compared for it."""
    board = Board.load(connection, {"site": site, "since": since, "run_id": run_id})
    caps = Caps(settings.getint("CLUSTER_TEXT_CAP"), settings.getint("CLUSTER_TITLE_CAP"))
    texts = board.descriptions
    compare = Comparisons(connection, site, texts, board.ids)
    found = vacancies(
        board.postings, texts.marks, texts.sizes, board.title_words, compare, caps, os.cpu_count() or 1
    )
    return board, found, compare.made


def recluster(connection: Connection, site: str, settings: BaseSettings) -> Clustered:
    """Cluster a board from what is stored, outside a run; what changes is counted to the newest accepted run.

    Raises `LookupError` where no run of the site was accepted.
    """
    with connection.transaction():
        row = connection.execute(sql("crawl/runs.last_accepted"), {"site": site, "kind": "jobs"}).fetchone()
        if row is None:
            raise LookupError(f"no accepted run of {site!r}: there is nothing to cluster before one is")
        return apply(connection, row[0], settings)


def _write_share(connection: Connection, run_id: int, cluster: Places) -> None:
    """Note the share of copies among the open postings, with which the next run is compared."""
    share = 1 - np.count_nonzero(np.bincount(cluster)) / len(cluster) if len(cluster) else 0.0
    connection.execute(
        sql("crawl/runs.add_stats"), {"run_id": run_id, "stats": Jsonb({"cluster_share": share})}
    )


def _write_events(connection: Connection, run_id: int, changes: Sequence[Change]) -> None:
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
