"""Boards that a test writes as a promoted run would leave them, and what came of clustering them."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from random import Random

from scrapy.settings import Settings

from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.demo.vacancies.corpus import Labelled
from directory_crawler.postcrawl import cluster
from directory_crawler.storage.database import Connection
from tests.integration.judging import settings

DAY = datetime(2026, 3, 2, tzinfo=timezone.utc)
Partition = set[frozenset[str]]


@dataclass
class Market:
    """A board whose postings a test writes as a promoted run would leave them."""

    connection: Connection
    site: str = "board"
    days: int = -1
    run_id: int = 0
    settings: Settings = field(default_factory=settings)

    def run(self) -> None:
        """Begin another accepted run, a day later."""
        self.days += 1
        row = self.connection.execute(
            "insert into crawl.runs (site, kind, mode, status, profile_digest, as_of)"
            " values (%s, 'jobs', 'daily', 'accepted', '', %s) returning run_id",
            (self.site, self.now),
        ).fetchone()
        assert row is not None
        self.run_id = row[0]

    @property
    def now(self) -> datetime:
        return DAY + timedelta(days=self.days)

    def put(self, *postings: Labelled) -> None:
        """Write postings, new ones and edited ones."""
        for posting in postings:
            self.connection.execute(
                "insert into crawl.postings as p (site, posting_id, cluster_id, is_representative, company_id,"
                " company_kind, title, region, requisition, digest, posted_at, first_posted_at, first_seen, last_seen,"
                " first_run, payload)"
                " values (%s, %s, %s, true, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
                " on conflict (site, posting_id) do update"
                " set digest = excluded.digest, payload = excluded.payload, title = excluded.title",
                (
                    self.site,
                    posting.posting_id,
                    posting.posting_id,
                    posting.company,
                    posting.company_kind or None,
                    posting.title,
                    posting.region,
                    posting.requisition,
                    "0" * 32 + text_digest(posting.text),
                    *[self.now] * 4,
                    self.run_id,
                    json.dumps({"description": posting.text}),
                ),
            )

    def close(self, *ids: str) -> None:
        self.connection.execute(
            "update crawl.postings set state = 'closed', closed_at = %s where site = %s and posting_id = any (%s)",
            (self.now, self.site, list(ids)),
        )

    def reopen(self, *ids: str) -> None:
        self.connection.execute(
            "update crawl.postings set state = 'open', closed_at = null where site = %s and posting_id = any (%s)",
            (self.site, list(ids)),
        )

    def cluster(self) -> cluster.Clustered:
        return cluster.apply(self.connection, self.run_id, self.settings)

    def day(self, *postings: Labelled) -> cluster.Clustered:
        self.run()
        self.put(*postings)
        return self.cluster()

    def ids(self) -> dict[str, str]:
        rows = self.connection.execute(
            "select posting_id, cluster_id from crawl.postings where site = %s", (self.site,)
        )
        return dict(rows.fetchall())

    def leads(self) -> set[str]:
        rows = self.connection.execute(
            "select posting_id from crawl.postings where site = %s and is_representative", (self.site,)
        )
        return {row[0] for row in rows.fetchall()}

    def partition(self) -> Partition:
        members: dict[str, set[str]] = defaultdict(set)
        for posting_id, cluster_id in self.ids().items():
            members[cluster_id].add(posting_id)
        return {frozenset(group) for group in members.values()}


def text(name: str, words: int = 120) -> str:
    rng = Random(name)
    return " ".join(f"{name}{rng.randrange(10_000)}" for _ in range(words))


NURSE, DRIVER = text("nurse"), text("driver")


def posting(
    posting_id: str, company: str, words: str = NURSE, kind: str = "agency", **facts: str
) -> Labelled:
    made = Labelled(posting_id, 0, "", company, kind, "Nurse", "north", None, words)
    return replace(made, **facts)
