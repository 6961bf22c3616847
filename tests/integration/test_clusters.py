"""Copies of one vacancy over what a crawl stored: from scratch, day by day, under ids for life."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from random import Random

import pytest

from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.vacancies.corpus import Labelled, corpus
from directory_crawler.postcrawl import cluster
from directory_crawler.storage.database import Connection, connect
from tests.integration.boards import crawl_board
from tests.integration.judging import settings

DAY = datetime(2026, 3, 2, tzinfo=timezone.utc)
SETTINGS = settings()
Partition = set[frozenset[str]]


@dataclass
class Market:
    """A board whose postings a test writes as a promoted run would leave them."""

    connection: Connection
    site: str = "board"
    days: int = -1
    run_id: int = 0

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
        return cluster.apply(self.connection, self.run_id, SETTINGS)

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


@pytest.fixture
def market(database: str) -> Iterator[Market]:
    with connect(database) as connection:
        yield Market(connection)


def text(name: str, words: int = 120) -> str:
    rng = Random(name)
    return " ".join(f"{name}{rng.randrange(10_000)}" for _ in range(words))


NURSE, DRIVER = text("nurse"), text("driver")


def posting(
    posting_id: str, company: str, words: str = NURSE, kind: str = "agency", **facts: str
) -> Labelled:
    made = Labelled(posting_id, 0, "", company, kind, "Nurse", "north", None, words)
    return replace(made, **facts)


@pytest.fixture(scope="module")
def labelled() -> Sequence[Labelled]:
    return corpus(160, 11)


@pytest.mark.parametrize("seed", range(6))
def test_any_split_into_days_gives_the_clusters_of_one(
    market: Market, labelled: Sequence[Labelled], seed: int
) -> None:
    """Whatever came first: texts become common and pairs are compared anew on the way."""
    at_once = Market(market.connection, "at once")
    at_once.day(*labelled)
    rng = Random(seed)
    rest = rng.sample(list(labelled), len(labelled))
    while rest:
        today = rng.randrange(1, len(rest) + 1)
        market.day(*rest[:today])
        rest = rest[today:]

    assert market.partition() == at_once.partition()
    assert any(len(group) > 2 for group in market.partition())


@pytest.mark.parametrize("seed", range(3))
def test_edits_and_closures_on_the_way_change_nothing_at_the_end(
    market: Market, labelled: Sequence[Labelled], seed: int
) -> None:
    """What is kept of a text that an edit took away does not linger."""
    rng = Random(seed)
    at_once = Market(market.connection, "at once")
    at_once.day(*labelled)
    before = {old.posting_id: rng.choice(labelled).text for old in rng.sample(list(labelled), 150)}
    market.day(*(replace(p, text=before.get(p.posting_id, p.text)) for p in labelled))
    market.close(*rng.sample(sorted(before), 50))
    market.day(*(p for p in labelled if p.posting_id in before))
    market.reopen(*before)
    market.day()

    assert market.partition() == at_once.partition()


def test_a_second_look_changes_and_compares_nothing(market: Market, labelled: Sequence[Labelled]) -> None:
    """What was computed is kept."""
    first = market.day(*labelled)
    tables = ("postings", "clusters", "cluster_links", "companies", "text_batches", "text_pairs")

    def kept() -> list[list[tuple[object, ...]]]:
        return [
            market.connection.execute(
                f"select t.*, t.xmin::text from crawl.{table} t order by t::text"
            ).fetchall()  # type: ignore[call-overload]
            for table in tables
        ]

    before = kept()
    again = market.cluster()

    assert first.compared > 0
    assert again.compared == 0
    assert (again.clusters, again.members) == (first.clusters, first.members)
    assert kept() == before


def test_a_board_without_postings_or_texts_is_no_trouble(market: Market) -> None:
    """Nothing to find is found."""
    assert market.day().clusters == 0
    bare = [posting(str(n), f"c{n}", "") for n in range(3)]
    assert market.day(*bare).clusters == 0
    market.connection.execute(
        "update crawl.postings set payload = '{}', title = null, company_id = null, region = null"
    )
    assert market.day().clusters == 0


def test_texts_that_nobody_has_any_more_are_forgotten(market: Market) -> None:
    """And those that stay in a batch that has grown thin are packed anew."""
    market.day(*(posting(str(n), f"c{n}", text(f"text{n}")) for n in range(10)))
    market.day(*(posting(str(n), f"c{n}", text(f"new{n}")) for n in range(8)))
    market.day()

    kept = market.connection.execute("select sum(texts), count(*) from crawl.text_batches").fetchone()
    assert kept == (10, 2)
    assert market.cluster().compared == 0


def test_a_vacancy_keeps_its_id_whatever_happens_to_its_postings(market: Market) -> None:
    """Additions, bumps of others, closures, the founder's too, and reopenings."""
    market.day(posting("1", "employer", kind="employer"))
    market.day(posting("2", "agency a"), posting("0", "agency b"))
    assert market.ids() == {"0": "1", "1": "1", "2": "1"}
    market.run()
    market.close("1")
    market.cluster()
    assert set(market.ids().values()) == {"1"}
    assert market.leads() == {"2"} or market.leads() == {"0"}
    market.run()
    market.reopen("1")
    market.cluster()
    assert set(market.ids().values()) == {"1"}
    assert market.leads() == {"1"}


def test_an_edit_splits_and_merges_under_ids_that_stay(market: Market) -> None:
    """What leaves gets its own id; where two meet, the older vacancy goes on."""
    market.day(posting("1", "a"), posting("2", "b"), posting("5", "c", DRIVER, title="Driver"))
    assert market.ids() == {"1": "1", "2": "1", "5": "5"}
    moved = market.day(posting("2", "b", DRIVER, title="Driver"))
    assert market.ids() == {"1": "1", "2": "5", "5": "5"}
    assert (moved.merged, moved.split) == (0, 0)
    parted = market.day(posting("2", "b", text("cook"), title="Cook"))
    assert market.ids() == {"1": "1", "2": "2", "5": "5"}
    assert (parted.merged, parted.split) == (0, 1)
    met = market.day(posting("2", "b"))
    assert market.ids() == {"1": "1", "2": "1", "5": "5"}
    assert (met.merged, met.split) == (1, 0)


def test_a_repost_is_linked_to_a_predecessor_that_closed(market: Market) -> None:
    """Within the look-back, and no longer."""
    market.day(posting("1", "employer"), posting("2", "other", DRIVER, title="Driver"))
    market.close("1", "2")
    market.days += 30
    market.day(posting("3", "employer"))
    market.days += 40
    market.day(posting("4", "other", DRIVER, title="Driver"))

    assert market.ids() == {"1": "1", "2": "2", "3": "1", "4": "4"}
    link = market.connection.execute(
        "select posting_id, other_id, kind, similarity from crawl.cluster_links"
    ).fetchall()
    assert link == [("3", "1", "repost", 1.0)]


def test_the_direct_employer_leads_and_an_unknown_company_never_before_it(market: Market) -> None:
    """Then the one that was posted first; a bump does not change it."""
    market.day(
        posting("1", "agency"), posting("2", "unknown", kind=""), posting("3", "employer", kind="employer")
    )
    assert market.leads() == {"3"}
    market.run()
    market.connection.execute("update crawl.postings set posted_at = now() where posting_id = '3'")
    market.cluster()
    assert market.leads() == {"3"}
    market.close("3")
    market.day()
    assert "2" in market.leads()
    size = market.connection.execute(
        "select size, open, companies, agencies, representative from crawl.clusters"
    ).fetchall()
    assert size == [(3, 2, 3, 1, "2")]


def test_a_company_that_shares_vacancies_with_many_is_an_agency(market: Market) -> None:
    """Where nobody says it; the employers whose vacancies it has are none for that."""
    employers = [posting(f"{n}", f"e{n}", text(f"job{n}"), kind="") for n in range(1, 6)]
    others = [posting(f"{n}0", f"e{n}", text(f"other{n}"), kind="", title="Cook") for n in range(1, 6)]
    copies = [posting(f"{n}00", "someone", text(f"job{n}"), kind="") for n in range(1, 6)]
    market.day(*employers, *others, *copies)

    assert market.connection.execute("select company, kind, stated from crawl.companies").fetchall() == [
        ("someone", "agency", False)
    ]
    agencies = market.connection.execute(
        "select distinct agencies, employer_or_agency from crawl.open_postings where copy_of is not null"
    )
    assert agencies.fetchall() == [(1, "agency")]


@pytest.mark.slow
async def test_descriptions_that_are_navigation_fail_the_sign_off(database: str) -> None:
    """The board wraps its pages anew: hardly a text is like another one's any more."""
    board = Board(300, 7)
    first, _ = await crawl_board(database, board, mode="full")
    spoiled, _ = await crawl_board(
        database,
        board.advance(),
        BoardOptions(rewrap="navigation"),
        mode="full",
        settings={"LOG_ENABLED": False},
    )

    assert first.status == "accepted", first.reason
    assert spoiled.status == "rejected"
    assert "cluster_share" in spoiled.reason
