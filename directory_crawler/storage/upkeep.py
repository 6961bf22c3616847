"""The upkeep of a site's runs: what is stuck is shown and released, what retention no longer keeps is dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg.rows import dict_row

from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.storage.database import Connection

PRUNED = ("sightings", "set_aside", "lines", "fetches", "cards", "postings", "witness", "spot_checks")
"""Facts of single records. Runs, slices, verdicts, checks, accounts and all history stay."""


def told(connection: Connection, name: str, **parameters: Any) -> list[dict[str, Any]]:
    """Return the rows of a statement of ``crawl/upkeep``."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(sql(f"crawl/upkeep.{name}"), parameters).fetchall()


def release(connection: Connection, site: str, worker: str) -> int:
    """Give the units that a worker holds to whoever asks next; return how many they were."""
    one = {"site": site, "worker": worker}
    return sum(
        connection.execute(sql(f"crawl/upkeep.release_{what}"), one).rowcount
        for what in ("slices", "fetches")
    )


def give_up(connection: Connection, site: str, run_id: int) -> bool:
    """Fail an unfinished run; false where the site has no such run, or it has ended."""
    one = {"site": site, "run_id": run_id}
    return connection.execute(sql("crawl/upkeep.give_up"), one).rowcount == 1


def prune(connection: Connection, site: str, keep: int) -> tuple[int, dict[str, int]]:
    """Drop the facts of runs before the last ``keep`` accepted ones; return how many runs, and rows by table."""
    runs = [row["run_id"] for row in told(connection, "prunable", site=site, keep=keep)]
    dropped = {
        what: connection.execute(sql(f"crawl/upkeep.prune_{what}"), {"runs": runs}).rowcount
        for what in PRUNED
    }
    return len(runs), dropped


def prune_archive(connection: Connection, site: str, days: float, runs: int) -> int:
    """Drop pages older than ``days``, and of runs before the newest ``runs`` accepted ones those that are outdated: of
    listings, and of records that are closed or that a later run has read. Returns how many they were."""
    kept = {"site": site, "days": days, "runs": runs}
    dropped = connection.execute(sql("crawl/archive.prune_pages"), kept).rowcount
    connection.execute(sql("crawl/archive.prune_dictionaries"), {"site": site})
    return dropped
