"""A mended profile reads archived cards anew: the tables are those of a crawl with the right profile from the start."""

from __future__ import annotations

from pathlib import Path

from directory_crawler.demo.city import City
from directory_crawler.demo.options import SiteOptions
from directory_crawler.spiders.rereading import RereadDirectory
from tests.integration.crawling import column, crawl, crawl_city, rows
from tests.integration.rereading import assert_alike, profile, reparse, table
from tests.integration.shapes import LISTINGS, PROFILE, Shape, serve_shape

SITE = "demo-directory"
CITY = City(size=150, seed=6)
TABLES = ("cards", "organisations", "fold_links", "directory_table")
NAME = ('name = ["jsonld: LocalBusiness.name",', 'name = ["jsonld: LocalBusiness.address",')
PHONES = ('phones = ["contacts: phones[].number",', 'phones = ["contacts: numbers[].number",')
LINE = ('name = "jmespath: name"', 'name = "jmespath: address"')
NO_CONTACTS = ('token = "meta: contacts-token"', 'token = "meta: no-such-token"')
NOT_READ = ["fetched_at", "example"]
STEADY = SiteOptions(steady=True)
EVERYTHING = {"REFRESH_SHARE": 1, "CALL_TRACKING_SAMPLE": 0.3}


async def test_an_accepted_run_with_a_bad_parser_is_corrected(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    """By versions and by no event but of changes; and the next run finds nothing changed."""
    right = profile(tmp_path, SITE)
    first = await crawl_city(database, CITY, profile=profile(tmp_path, SITE, [NAME]), settings=EVERYTHING)
    assert first.status == "accepted", first.reason
    expected = await crawl_city(empty_database, CITY, profile=right, settings=EVERYTHING)
    assert expected.status == "accepted", expected.reason
    names = "select org_id, name from crawl.cards"
    bad = set(rows(database, names)) - set(rows(empty_database, names))
    assert len(bad) > 50
    lives = "select org_id, misses, closed_at, first_seen, last_seen, last_fetched, last_confirmed from crawl.cards"
    before = sorted(rows(database, lives))

    done = await reparse(database, RereadDirectory, right, 1)

    assert done.status == "accepted", done.reason
    assert_alike(database, empty_database, *TABLES)
    for name in ("field_sources", "faults", "staged_cards"):
        assert table(database, name, "run_id = 1", NOT_READ) == table(
            empty_database, name, "true", NOT_READ
        ), name
    assert sorted(rows(database, lives)) == before
    edited = column(database, "select org_id from crawl.card_versions where 'name' = any (changed)")
    assert set(edited) == {org_id for org_id, _ in bad}
    events = set(column(database, "select distinct event from crawl.organisation_events"))
    assert "changed" in events <= {"changed", "merged", "split"}

    after = City(CITY.size, CITY.seed)
    again = await crawl_city(database, after, profile=right)
    assert again.status == "accepted", again.reason
    assert again.requests["cards"] < len(bad) / 3, "what was read anew is not fetched again"
    assert column(database, "select event from crawl.organisation_events where run_id = 3") == []


async def test_a_rejected_run_is_judged_again_and_becomes_the_table(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    """Its phones came from the wrong link; once they are read right, it is as if they had been from the start."""
    right, wrong = profile(tmp_path, SITE), profile(tmp_path, SITE, [PHONES])
    for url, paths in ((database, (right, wrong)), (empty_database, (right, right))):
        city = CITY
        for path in paths:
            last = await crawl_city(url, city, STEADY, profile=path, settings=EVERYTHING)
            city = city.advance()
        assert last.status == ("accepted" if url == empty_database else "rejected"), last.reason
    assert table(database, "cards") != table(empty_database, "cards")

    done = await reparse(database, RereadDirectory, right, 2)

    assert done.status == "accepted", done.reason
    assert_alike(database, empty_database, *TABLES, "organisation_events", "pending_cards", "verdicts")
    edits = "select org_id, digest, changed from crawl.card_versions order by 1"
    assert rows(database, edits) == rows(empty_database, edits) != []
    assert rows(database, "select run_id, mode, scope, status from crawl.runs order by 1") == [
        (1, "full", "", "accepted"),
        (2, "full", "", "accepted"),
        (3, "reparse", "run 2", "accepted"),
    ]
    assert column(database, "select distinct run_id from crawl.organisation_events") == [2]


async def test_what_later_runs_have_fetched_is_not_set_back(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    right, wrong = profile(tmp_path, SITE), profile(tmp_path, SITE, [NAME])
    half = {"REFRESH_SHARE": 2, "ACCEPT_SOURCE_MIX": 1.0}
    for url, paths in ((database, (wrong, right)), (empty_database, (right, right))):
        city = CITY
        for path in paths:
            last = await crawl_city(url, city, STEADY, profile=path, settings=half)
            assert last.status == "accepted", last.reason
            city = city.advance()
    newer = (
        "select org_id, digest, raw from crawl.cards"
        " where last_fetched = (select as_of from crawl.runs where run_id = 2) order by 1"
    )
    fetched = rows(database, newer)
    assert fetched

    done = await reparse(database, RereadDirectory, right, 1)

    assert done.status == "accepted", done.reason
    assert rows(database, newer) == fetched
    assert_alike(database, empty_database, "cards", "directory_table")


async def test_listing_lines_are_read_anew_as_well(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    """A card that takes a value from its line, and the digests by which the next run sees what has changed."""
    from_line = (
        'legal_name = ["jsonld: legalName", "microdata: legalName", "css: p.legal-name"]',
        'legal_name = "listing: name"',
    )
    right, wrong = profile(tmp_path, SITE, [from_line]), profile(tmp_path, SITE, [from_line, LINE])
    first = await crawl_city(database, CITY, profile=wrong)
    assert first.status == "accepted", first.reason
    expected = await crawl_city(empty_database, CITY, profile=right)
    assert expected.status == "accepted", expected.reason

    done = await reparse(database, RereadDirectory, right, 1)

    assert done.status == "accepted", done.reason
    assert_alike(database, empty_database, *TABLES)
    assert table(database, "sightings", without=["slice_id", "position"]) == table(
        empty_database, "sightings", without=["slice_id", "position"]
    )
    again = await crawl_city(database, CITY, profile=right)
    assert again.status == "accepted", again.reason
    assert column(database, "select count(*) from crawl.fetches where run_id = 3 and reason = 'changed'") == [
        0
    ]


async def test_pages_that_never_gave_a_record_are_not_missed_when_they_are_read_anew(
    database: str, tmp_path: Path
) -> None:
    """As those of cards that have left, where the site says so with status 200: it was another run that knew them."""
    path = tmp_path / "shape.toml"
    path.write_text(PROFILE.format(listing=LISTINGS["approximate totals"]), "utf-8")
    for week in range(2):
        stamp = f"2026-01-{5 + 7 * week:02}T00:00:00+00:00"
        async with serve_shape(Shape(week), says_gone=True) as base_url:
            crawled = await crawl(
                database, base_url, str(path), settings={"RUN_AS_OF": stamp, "ACCEPT_OPENED": 1}
            )
        assert crawled.status == "accepted", crawled.reason
    assert column(database, "select count(*) from crawl.cards where misses = 1")[0] > 5

    done = await reparse(database, RereadDirectory, str(path), 2)

    assert done.status == "accepted", done.reason


async def test_pages_that_give_nothing_wipe_no_record(database: str, tmp_path: Path) -> None:
    """The sign-off sees them; what is known stays as it was, and so does the run."""
    first = await crawl_city(database, CITY)
    assert first.status == "accepted", first.reason
    before = {name: table(database, name) for name in (*TABLES, "staged_cards", "field_sources")}
    blind = profile(
        tmp_path,
        SITE,
        [
            (
                'name = ["jsonld: LocalBusiness.name", "microdata: LocalBusiness.name", "css: h1"]',
                'name = "css: h9"',
            )
        ],
    )
    poor = profile(tmp_path, SITE, [('email = "contacts: email"', 'email = "contacts: mail"')])

    nothing = await reparse(database, RereadDirectory, blind, 1)
    less = await reparse(database, RereadDirectory, poor, 1)

    assert nothing.status == "rejected"
    assert "unread" in nothing.reason
    assert less.status == "rejected"
    assert "lost_values" in less.reason
    sample = rows(database, "select sample from crawl.acceptance_results where run_id = 3 and not passed")
    assert sample[0][0][0]["field"] == "email"
    for name in TABLES:
        assert table(database, name) == before[name]
    for name in ("staged_cards", "field_sources"):
        assert table(database, name, "run_id = 1") == before[name]
    after = await crawl_city(database, CITY, profile=poor, settings={"REFRESH_SHARE": 1})
    assert after.requests["cards"] >= len(list(CITY.listed_ids())), "no crawl takes over what was read anew"


async def test_records_that_would_need_another_page_stay_as_they_are(database: str, tmp_path: Path) -> None:
    """Contacts that nobody asked for then are not in the archive."""
    first = await crawl_city(database, CITY, profile=profile(tmp_path, SITE, [NO_CONTACTS]))
    before = table(database, "staged_cards", "run_id = 1")
    assert first.requests.get("contacts", 0) == 0

    done = await reparse(database, RereadDirectory, profile(tmp_path, SITE), 1)

    assert done.status == "rejected"
    reasons = column(database, "select error from crawl.fetches where run_id = 2 and status = 'failed'")
    assert len(reasons) > 50
    assert all("no contacts of" in reason for reason in reasons)
    assert table(database, "staged_cards", "run_id = 1") == before
