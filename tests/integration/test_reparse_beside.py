"""Old pages are read anew while the site's other runs go on: nothing newer is set back, and no page is lost to them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import psycopg
from psycopg.rows import dict_row

from directory_crawler.commands.reparse import check_subject
from directory_crawler.demo.city import City
from directory_crawler.sites.profile import load_profile
from directory_crawler.spiders.rereading import RereadDirectory
from directory_crawler.storage import upkeep
from directory_crawler.storage.database import connect
from directory_crawler.storage.runs import Identity, open_run
from directory_crawler.storage.sql import sql
from tests.integration.crawling import column, crawl_city
from tests.integration.rereading import profile, reparse

SITE = "demo-directory"
CITY = City(size=120, seed=4)
NAME = ('name = ["jsonld: LocalBusiness.name",', 'name = ["jsonld: LocalBusiness.address",')
PAGES = "select unit from crawl.archived_pages where run_id = %s and surface = 'card' order by 1"
CONTACTS = "select unit from crawl.archived_pages where run_id = %s and surface like 'contacts%%' order by 1"
WAITS = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"


async def test_a_run_that_is_being_promoted_is_waited_for(database: str, tmp_path: Path) -> None:
    """What it has fetched is newer, though nobody else can see so before it is committed."""
    first = await crawl_city(database, CITY, profile=profile(tmp_path, SITE, [NAME]))
    assert first.status == "accepted", first.reason
    card = column(database, "select min(org_id) from crawl.cards")[0]

    with psycopg.connect(database) as promoting:
        promoting.execute(sql("crawl/runs.one_at_a_time"), {"run_id": 1})
        promoting.execute(
            "update crawl.cards set name = 'Newer', last_fetched = last_fetched + interval '1 day' where org_id = %s",
            (card,),
        )
        reading = asyncio.ensure_future(reparse(database, RereadDirectory, profile(tmp_path, SITE), 1))
        while not reading.done() and not column(database, WAITS):  # noqa: ASYNC110  a lock tells nobody
            await asyncio.sleep(0.05)
    done = await reading

    assert done.status == "accepted", done.reason
    assert column(database, "select name from crawl.cards where org_id = %s", card) == ["Newer"]


async def test_a_trial_takes_no_pages_away_from_the_run_that_is_to_be_read_anew(database: str) -> None:
    rejected = await crawl_city(database, CITY, settings={"ACCEPT_PHONE_FILL": 1.1})
    assert rejected.status == "rejected"
    archived = column(database, PAGES, 1)
    assert len(archived) > 50

    await crawl_city(database, CITY, trial="1")

    assert column(database, PAGES, 1) == archived


async def test_a_run_that_failed_gives_back_the_pages_that_it_took_over(database: str) -> None:
    """It was begun by the clock, say, and given up for the reading."""
    rejected = await crawl_city(database, CITY, settings={"ACCEPT_PHONE_FILL": 1.1})
    assert rejected.status == "rejected"
    archived = column(database, PAGES, 1)
    contacts = column(database, CONTACTS, 1)
    async with await psycopg.AsyncConnection.connect(database, row_factory=dict_row) as connection:
        identity = Identity(SITE, "directory", "full")
        digest = column(database, "select profile_digest from crawl.runs")[0]
        run = await open_run(connection, identity, profile_digest=digest, max_age=timedelta(days=1))
    assert column(database, PAGES, run.run_id) == archived

    with connect(database) as given_up:
        upkeep.give_up(given_up, SITE, run.run_id)
        check_subject(given_up, load_profile(SITE), 1)

    assert column(database, PAGES, 1) == archived
    assert column(database, CONTACTS, 1) == contacts
