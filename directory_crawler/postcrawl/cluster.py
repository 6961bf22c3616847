"""The copies of one vacancy on a board: its postings become clusters, each under an id for life."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from psycopg.types.json import Jsonb

from directory_crawler.core.identity.ages import age_ranks
from directory_crawler.core.similarity.faces import Postings
from directory_crawler.core.similarity.join import Caps
from directory_crawler.core.similarity.linking import COPIED
from directory_crawler.core.similarity.naming import name_vacancies
from directory_crawler.core.similarity.standing import (
    AGENCY,
    EMPLOYER,
    PARTNERS,
    company_kinds,
    distinct_companies,
    representatives,
)
from directory_crawler.core.similarity.titles import title_key
from directory_crawler.core.similarity.vacancies import Vacancies, vacancies
from directory_crawler.postcrawl import arrow_columns
from directory_crawler.postcrawl.comparisons import Comparisons
from directory_crawler.postcrawl.descriptions import Descriptions
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.settings import BaseSettings

    from directory_crawler.core.identity.columns import Numbered
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
    board = _Board.load(connection, {"site": site, "since": since, "run_id": run_id})
    caps = Caps(
        settings.getint("CLUSTER_TEXT_CAP", Caps.texts), settings.getint("CLUSTER_TITLE_CAP", Caps.titles)
    )
    compare = Comparisons(connection, site, board.descriptions, board.table["posting_id"].combine_chunks())
    found = vacancies(
        board.postings, board.descriptions.marks, board.descriptions.sizes, board.title_words, compare, caps
    )
    retired = {row[0] for row in connection.execute(sql("jobs/clusters.retired"), {"site": site})}
    names, changes = name_vacancies(
        board.ids,
        found.cluster.tolist(),
        board.table["known_as"].to_pylist(),
        board.table["first_seen"].to_pylist(),
        board.postings.age.tolist(),
        retired,
    )
    partners = settings.getint("CLUSTER_AGENCY_PARTNERS", PARTNERS)
    _stage(connection, board, found, names, partners)
    for step in STEPS:
        connection.execute(sql(f"jobs/clusters.{step}"), {"site": site, "run_id": run_id, "since": since})
    _write_events(connection, run_id, changes)
    _write_share(connection, run_id, found.cluster[~board.table["closed"].to_numpy()])
    sizes = np.bincount(found.cluster, minlength=len(board.ids))
    return Clustered(
        postings=len(board.ids),
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


@dataclass(frozen=True)
class _Board:
    """The postings in play, as rows and as the columns that are clustered."""

    table: pa.Table
    ids: Sequence[str]
    companies: Numbered
    stated: Places
    postings: Postings
    title_words: Sequence[tuple[str, ...]]
    descriptions: Descriptions

    @classmethod
    def load(cls, connection: Connection, parameters: dict[str, object]) -> _Board:
        table = arrow_columns.read(connection, sql("jobs/clusters.postings"), parameters)
        ids = table["posting_id"].to_pylist()
        columns = (table[name].combine_chunks() for name in ("posting_id", "text_digest"))
        descriptions = Descriptions.load(connection, str(parameters["site"]), *columns)
        companies, titles = arrow_columns.texts(table["company"]), arrow_columns.texts(table["title"])
        keys = pa.array([title_key(str(title)) for title in titles.values], pa.string()).dictionary_encode()
        key_of = keys.indices.to_numpy().astype(np.int64)
        text = descriptions.of_posting
        kinds = table["company_kind"]
        stated = np.select(
            [pc.fill_null(pc.equal(kinds, name), False).to_numpy() for name in ("employer", "agency")],
            [EMPLOYER, AGENCY],
            -1,
        )
        postings = Postings(
            text=text,
            company=companies.codes,
            title=np.where(titles.codes < 0, titles.codes, key_of[titles.codes] if len(key_of) else -1),
            region=arrow_columns.texts(table["region"]).codes,
            # An agency numbers its advertisements, not the vacancies of its clients.
            requisition=np.where(stated == AGENCY, -1, arrow_columns.texts(table["requisition"]).codes),
            reference=np.where(
                text < 0, text, descriptions.references[text] if len(descriptions.references) else -1
            ),
            age=age_ranks(ids, table["first_seen"].to_pylist()),
        )
        words = [tuple(key.split()) for key in keys.dictionary.to_pylist()]
        return cls(table, ids, companies, stated, postings, [*words, ()], descriptions)


def _stage(
    connection: Connection, board: _Board, found: Vacancies, names: dict[int, str], partners: int
) -> None:
    """Hand what is new to the database."""
    ids, table, postings = board.ids, board.table, board.postings
    company, cluster = postings.company, found.cluster
    kinds = company_kinds(company, board.stated, cluster, partners)
    # Of an unknown company the last kind, which is none's.
    kind = np.append(kinds, -1)[company]
    closed = table["closed"].to_numpy()
    leads = representatives(cluster, closed, kind, table["posted"].to_numpy(), postings.age)
    is_lead = leads == np.arange(len(ids))
    connection.execute(sql("jobs/clusters.clustered"))
    with connection.cursor() as cursor:
        with cursor.copy("copy clustered (posting_id, cluster_id, is_representative) from stdin") as copy:
            for place in _moved(board, names, is_lead):
                copy.write_row((ids[place], names.get(place, ids[place]), bool(is_lead[place])))
        with cursor.copy(
            "copy clusters_after (cluster_id, representative, size, open, companies, agencies, first_seen) from stdin"
        ) as copy:
            size = np.bincount(cluster, minlength=len(ids))
            counts = zip(
                *(
                    column.tolist()
                    for column in (
                        size,
                        np.bincount(cluster[~closed], minlength=len(ids)),
                        distinct_companies(cluster, company, kind),
                        distinct_companies(cluster, company, kind, AGENCY),
                    )
                ),
                strict=True,
            )
            first_seen = table["first_seen"].to_pylist()
            for head, numbers in enumerate(counts):
                if numbers[0] > 1:
                    copy.write_row((names[head], ids[leads[head]], *numbers, first_seen[head]))
        with cursor.copy("copy links_after (posting_id, other_id, kind, similarity) from stdin") as copy:
            columns = (found.a, found.b, found.kind, np.round(found.similarity, 4))
            for a, b, how, similarity in zip(*(column.tolist() for column in columns), strict=True):
                older, younger = sorted((a, b), key=postings.age.__getitem__)
                copy.write_row(
                    (ids[younger], ids[older], "agency" if how == COPIED else "repost", similarity)
                )
        with cursor.copy("copy companies_after (company, kind, stated) from stdin") as copy:
            said = np.unique(company[board.stated >= 0])
            is_stated = np.isin(np.arange(len(kinds)), said)
            for number in np.flatnonzero(kinds >= 0).tolist():
                name = "agency" if kinds[number] == AGENCY else "employer"
                copy.write_row((str(board.companies.values[number]), name, bool(is_stated[number])))


def _moved(board: _Board, names: dict[int, str], is_lead: np.ndarray) -> list[int]:
    """The postings whose cluster or standing is another than is stored."""
    table = board.table
    own = pc.equal(table["cluster_id"], table["posting_id"])
    stays = pc.fill_null(own, False).to_numpy() & (
        pc.fill_null(table["is_representative"], False).to_numpy() == is_lead
    )
    before = table["cluster_id"]
    moved = set(np.flatnonzero(~stays).tolist()) | names.keys()
    was_lead = pc.fill_null(table["is_representative"], False).to_numpy()
    known = pc.is_valid(table["is_representative"]).to_numpy()
    return [
        place
        for place in sorted(moved)
        if before[place].as_py() != names.get(place, board.ids[place])
        or bool(was_lead[place]) != bool(is_lead[place])
        or not known[place]
    ]


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
