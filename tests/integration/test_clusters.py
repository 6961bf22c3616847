"""Copies of one vacancy over what a crawl stored: under ids for life, with what analysts ask of them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.vacancies.corpus import Labelled
from tests.integration.boards import crawl_board
from tests.integration.markets import DRIVER, NURSE, Market, posting, text


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


def test_a_vacancy_stays_one_of_several_postings_while_one_is_in_play(market: Market) -> None:
    """What closed too long ago is not counted, and leads no more; with the last one the vacancy is history."""

    def vacancies() -> list[tuple[object, ...]]:
        return market.connection.execute(
            "select cluster_id, representative, size, open, companies, agencies from crawl.clusters"
        ).fetchall()

    market.day(posting("1", "employer", kind="employer"), posting("2", "agency"))
    market.close("1")
    market.days += 30
    market.run()
    market.close("2")
    market.cluster()
    assert vacancies() == [("1", "1", 2, 0, 2, 1)]
    market.days += 40
    market.day()
    assert market.ids() == {"1": "1", "2": "1"}
    assert market.leads() == {"2"}
    assert vacancies() == [("1", "2", 1, 0, 1, 1)]
    market.reopen("2")
    market.day()
    assert vacancies() == [("1", "2", 1, 1, 1, 1)]
    market.close("2")
    market.days += 70
    market.day()
    assert market.ids() == {"1": "1", "2": "1"}
    assert vacancies() == []


def test_a_text_that_is_no_longer_what_its_digest_says_is_read_anew(
    market: Market, caplog: pytest.LogCaptureFixture
) -> None:
    """As soon as it is compared: whoever changed it by hand gets the clusters of what is there now."""
    market.day(posting("1", "a"), posting("2", "b", DRIVER, title="Driver"))
    market.connection.execute(
        "update crawl.postings set payload = %s where posting_id = '1'",
        (json.dumps({"description": f"{DRIVER} and more"}),),
    )
    market.day(posting("3", "c", f"{NURSE} and more"))

    assert "not what their digests say" in caplog.text
    assert market.partition() == {frozenset({"1", "2"}), frozenset({"3"})}


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
