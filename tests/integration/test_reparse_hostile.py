"""Hostile answers are read out of the archive as they were read off the site: records, faults and sources alike."""

from __future__ import annotations

from pathlib import Path

from directory_crawler.spiders.rereading import RereadDirectory
from tests.integration.crawling import column, crawl
from tests.integration.rereading import reparse, table
from tests.integration.test_hostile_site import MIDDLE, NASTY, PROFILE, hostile

FACTS = ("staged_cards", "faults", "field_sources", "sightings")


async def test_the_same_profile_reads_hostile_pages_to_the_same_facts(database: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    async with hostile() as base:
        path.write_text(PROFILE.format(base=base))
        quiet = {"LOG_ENABLED": False, "RETRY_ENABLED": False}
        await crawl(database, base, profile=str(path), settings=quiet)
    # Which of two examples of a fault is kept depends on which page is read first.
    facts = {name: table(database, name, "run_id = 1", ["example"]) for name in FACTS}
    assert len(facts["staged_cards"]) >= len(NASTY)
    archived = set(column(database, "select unit from crawl.archived_pages where surface = 'card'"))
    assert archived >= {*NASTY, *MIDDLE} - {"bomb"}

    done = await reparse(database, RereadDirectory, str(path), 1)

    assert "run 1 is judged again" in done.reason, done.reason
    assert column(database, "select count(*) from crawl.fetches where run_id = 2 and status <> 'done'") == [0]
    for name in FACTS:
        assert table(database, name, "run_id = 1", ["example"]) == facts[name], name
