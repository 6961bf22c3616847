"""``scrapy why``, ``unfold`` and ``fold``: a row is explained, a join undone for good, a fold repeated in vain."""

from __future__ import annotations

import psycopg

from directory_crawler.demo.city import City
from tests.commands.test_exit_status import scrapy
from tests.integration.crawling import column, crawl_city, rows

CITY = City(size=200, seed=9)
SITE = "demo-directory"


async def test_a_join_is_explained_undone_and_stays_undone(database: str) -> None:
    """The key that joined two cards is named; once undone, the cards stay apart through a later fold."""
    await crawl_city(database, CITY)
    organisation, aliases = rows(
        database,
        "select organisation_id, aliases from crawl.organisations where cardinality(aliases) = 2 limit 1",
    )[0]
    (other,) = set(aliases) - {organisation}
    with psycopg.connect(database) as connection:
        connection.execute(
            "update crawl.organisations set name = '[red]Markup[/red] & Co' where organisation_id = %s",
            (organisation,),
        )

    told = scrapy("why", SITE, other, database=database)
    assert told.returncode == 0, told.stderr
    assert "[red]Markup[/red] & Co" in told.stdout
    assert other in told.stdout
    assert any(
        kind in told.stdout for kind in column(database, "select distinct key_kind from crawl.fold_links")
    )

    undone = scrapy("unfold", SITE, organisation, other, database=database)
    assert undone.returncode == 0, undone.stderr
    apart = "select count(*) from crawl.organisations where aliases @> %s"
    assert column(database, apart, [organisation, other]) == [0]
    before = rows(database, "select organisation_id, aliases from crawl.organisations order by 1")

    again = scrapy("fold", SITE, database=database)
    assert again.returncode == 0, again.stderr
    assert rows(database, "select organisation_id, aliases from crawl.organisations order by 1") == before


async def test_ids_that_nobody_knows_are_answered_with_a_sentence(database: str) -> None:
    """Exit status 2, and what was asked for."""
    await crawl_city(database, CITY, only=f"district:{sorted(CITY.districts)[0]}")

    for command in (["why", SITE, "no-such-id"], ["unfold", SITE, "a", "b"], ["why", "no-such-site", "1"]):
        done = scrapy(*command, database=database)
        assert done.returncode == 2, (command, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
