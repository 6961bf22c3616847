"""What becomes of records that were read anew from archived pages, inside the judging transaction.

They replace the facts of the run whose pages they are. Of an accepted run they also correct the state of the world,
where that is still what this run has read; nothing is counted a second time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from psycopg.rows import dict_row

from directory_crawler.postcrawl import fold
from directory_crawler.postcrawl.changes import remember_before, write_corrections
from directory_crawler.storage.postings import comparable
from directory_crawler.storage.runs import REPARSE, makes_the_world
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection

FACTS = (
    "replace_lines",
    "forget_sources",
    "replace_sources",
    "forget_faults",
    "replace_faults",
    "replace_profile",
)
RECORDS = {
    "directory": ("directory/reread.replace_records",),
    "jobs": ("jobs/reread.replace_records", "jobs/reread.replace_verdicts"),
}


def take_back(connection: Connection, site: str, run_id: int) -> None:
    """Give a rejected run the pages again that later runs took over from it, and failed with."""
    connection.execute(sql("crawl/archive.take_back"), {"site": site, "run_id": run_id})


def archive_of(connection: Connection, site: str, run_id: int) -> str:
    """Say what is archived of a run; raise `LookupError`, with what to do, for one that cannot be read anew."""
    row = connection.execute(sql("crawl/reread.archive"), {"site": site, "run_id": run_id}).fetchone()
    if row is None:
        raise LookupError(f"no run {run_id} of {site}: scrapy runs {site} lists those there are")
    kind, mode, scope, status, is_newest, listings, records, lacking = row
    again = f"scrapy crawl {kind} -a site=PROFILE"
    if status in ("running", "interrupted"):
        raise LookupError(
            f"run {run_id} of {site} is {status}: finish it with the command that began it, {again}, or end it with"
            f" scrapy runs {site} --fail {run_id}"
        )
    if status == "failed":
        raise LookupError(
            f"run {run_id} of {site} failed: nothing of it is in the tables, {again} begins anew"
        )
    if mode == REPARSE:
        raise LookupError(f"run {run_id} of {site} has no pages of its own: it read those of {scope}")
    if not makes_the_world(kind, mode, scope):
        raise LookupError(f"run {run_id} of {site} covers {scope} alone: the tables are not made of it")
    if status == "rejected" and not is_newest:
        raise LookupError(
            f"run {run_id} of {site} was rejected, and a newer one has begun: it is never promoted"
        )
    if not listings and not records:
        raise LookupError(
            f"no pages of run {run_id} of {site} are archived: ARCHIVE_DAYS was 0 then, or scrapy prune has dropped"
            " them"
        )
    told = (
        f"run {run_id} of {site}: archived are the listing pages of {listings} slices, and {records} records"
    )
    return told + (f"; {lacking} records have none and stay as they are" if lacking else "")


@dataclass(frozen=True)
class Subject:
    """The run whose pages are read anew; ``is_newest`` of the whole ones."""

    run_id: int
    status: str
    is_newest: bool


def subject(connection: Connection, run_id: int) -> Subject:
    """Return the run whose pages a run has read anew; nobody else judges it meanwhile."""
    row = connection.execute(sql("crawl/reread.rereads"), {"run_id": run_id}).fetchone()
    assert row is not None
    return Subject(*row)


def replace_facts(connection: Connection, run_id: int, other: int, kind: str) -> None:
    """Give the other run the records, lines, sources and faults that its pages give now."""
    both = {"run_id": run_id, "rereads": other}
    for step in (*RECORDS[kind], *(f"crawl/reread.{fact}" for fact in FACTS)):
        connection.execute(sql(step), both)
    if kind == "jobs":
        witness_again(connection, other)


def witness_again(connection: Connection, run_id: int) -> None:
    """Hold what the witness pages of a run showed against its records as they are read now."""
    with connection.cursor(row_factory=dict_row) as cursor:
        shown = cursor.execute(sql("jobs/reread.witnessed"), {"run_id": run_id}).fetchall()
        for row in shown:
            one = {"run_id": run_id, "posting_id": row["posting_id"]}
            record = cursor.execute(sql("jobs/crawl.witnessed"), one).fetchone()
            payload = (record or {}).get("payload") or {}
            listed = comparable(payload.get(row["field"]))
            check = {**one, **row, "listed": listed, "agrees": listed == row["shown"]}
            cursor.execute(sql("jobs/crawl.keep_witness"), check)


def correct(connection: Connection, run_id: int, other: int, settings: BaseSettings, kind: str) -> None:
    """Correct what is known of records by what was read anew of an accepted run."""
    both = {"run_id": run_id, "rereads": other}
    if kind == "jobs":
        from directory_crawler.postcrawl import cluster  # noqa: PLC0415  heavy

        connection.execute(sql("jobs/promote.sighted"))
        for step in (
            "jobs/reread.compare",
            "jobs/promote.analyze_sighted",
            "jobs/promote.write_versions",
            "jobs/promote.write_events",
            "jobs/reread.correct_postings",
            "jobs/reread.correct_line_digests",
        ):
            connection.execute(sql(step), both)
        cluster.apply(connection, run_id, settings)
        return
    remember_before(connection, run_id)
    for step in (
        "directory/reread.leave_newer",
        "directory/promote.write_versions",
        "directory/reread.correct_cards",
        "directory/reread.correct_lines",
        "directory/reread.correct_drafts",
        "crawl/reread.take_rubrics",
    ):
        connection.execute(sql(step), both)
    fold.apply(connection, run_id, settings)
    write_corrections(connection, run_id)
