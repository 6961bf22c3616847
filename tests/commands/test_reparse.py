"""``scrapy reparse`` in a shell: its statuses are a crawl's, and what it cannot do is said with the way out."""

from __future__ import annotations

from pathlib import Path

import psycopg

from directory_crawler.demo.city import City
from tests.commands.test_exit_status import scrapy
from tests.integration.crawling import column, crawl_city, rows
from tests.integration.rereading import profile, table

SITE = "demo-directory"
CITY = City(size=120, seed=4)
PHONES = ('phones = ["contacts: phones[].number",', 'phones = ["contacts: numbers[].number",')
NO_MAIL = ('email = "contacts: email"', 'email = "contacts: mail"')


async def test_a_run_is_read_anew_in_a_shell_and_ends_like_a_crawl(database: str, tmp_path: Path) -> None:
    wrong = profile(tmp_path, SITE, [PHONES])
    first = await crawl_city(database, CITY, profile=wrong)
    assert first.status == "rejected", "its phones come from another link than the first"

    with psycopg.connect(database) as connection:
        connection.execute("delete from crawl.archived_pages where unit = %s", (min(CITY.listed_ids()),))
    poor = scrapy("reparse", profile(tmp_path, SITE, [PHONES, NO_MAIL]), "--run", "1", database=database)
    assert poor.returncode == 3, poor.stderr[-2000:]
    assert "lost_values" in poor.stderr
    assert column(database, "select status from crawl.runs order by 1") == ["rejected", "rejected"]

    (tmp_path / "data").mkdir()
    folder = str(tmp_path / "data")
    done = scrapy("reparse", profile(tmp_path, SITE), "--run", "1", database=database, DATA_DIR=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    report = tmp_path / "data" / "reports" / SITE / "run-1.html"
    assert f"report: {report}" in done.stderr
    assert report.exists()
    assert "records; 1 records have none and stay as they are" in done.stderr
    assert "run 1 is judged again: accepted" in done.stderr
    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())


async def test_a_reading_that_was_refused_is_accepted_for_a_reason(database: str, tmp_path: Path) -> None:
    first = await crawl_city(database, CITY)
    assert first.status == "accepted", first.reason
    poor = scrapy("reparse", profile(tmp_path, SITE, [NO_MAIL]), "--run", "1", database=database)
    assert poor.returncode == 3, poor.stderr[-2000:]
    mails = "select count(*) from crawl.cards where email is not null"
    assert column(database, mails)[0] > 10

    done = scrapy("accept", SITE, "--run", "2", "--override", "they want no mail", database=database)

    assert done.returncode == 0, done.stderr
    assert column(database, mails) == [0]
    assert rows(
        database, "select status, reason like '%%they want no mail%%' from crawl.runs where run_id = 2"
    ) == [("accepted", True)]


async def test_what_cannot_be_read_anew_is_said_with_the_way_out(database: str) -> None:
    await crawl_city(database, CITY)
    await crawl_city(database, CITY, trial="1")
    before = table(database, "cards")

    def told(run: int, *words: str) -> None:
        done = scrapy("reparse", SITE, "--run", str(run), database=database)
        assert done.returncode == 2, done.stderr
        for word in words:
            assert word in done.stdout + done.stderr

    told(9, "no run 9", "scrapy runs")
    told(2, "covers trial alone")
    states = {"running": "--fail 1", "interrupted": "scrapy crawl directory", "failed": "begins anew"}
    for status, words in states.items():
        with psycopg.connect(database) as connection:
            connection.execute("update crawl.runs set status = %s where run_id = 1", (status,))
        told(1, status, words)
    with psycopg.connect(database) as connection:
        connection.execute("update crawl.runs set status = 'rejected' where run_id = 1")
        connection.execute("update crawl.runs set scope = '' where run_id = 2")
    told(1, "a newer one has begun")
    with psycopg.connect(database) as connection:
        connection.execute("update crawl.runs set status = 'accepted' where run_id = 1")
        connection.execute("delete from crawl.archived_pages")
    told(1, "no pages of run 1", "ARCHIVE_DAYS")
    usage = scrapy("reparse", SITE, database=database)
    assert usage.returncode == 2
    assert "--run R" in usage.stdout + usage.stderr
    assert table(database, "cards") == before
