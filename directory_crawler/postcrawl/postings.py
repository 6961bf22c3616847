"""Promotion of a board: the facts of a run become the state of its postings, inside the judging transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psycopg.rows import dict_row

from directory_crawler.core.lifecycle.postings import Evidence, PostingState, judge_posting
from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.storage.database import Connection

MERGING = ("write_versions", "write_events", "merge_known", "touch_known", "insert_new", "keep_lines")


def promote_postings(connection: Connection, run_id: int) -> None:
    """Merge what the run saw into the postings, then move through their lives those on which it has evidence.

    What was seen and is as it was is merged in sets; only the others are judged one by one.
    """
    run = {"run_id": run_id}
    connection.execute(sql("jobs/promote.sighted"))
    connection.execute(sql("jobs/promote.compare"), {**run, "no_text": text_digest(None)})
    connection.execute(sql("jobs/promote.analyze_sighted"))
    live_on(connection, run_id)
    for step in MERGING:
        connection.execute(sql(f"jobs/promote.{step}"), run)
    for step in ("write_states", "write_verdicts", "write_life"):
        connection.execute(sql(f"jobs/promote.{step}"), run)


def live_on(connection: Connection, run_id: int) -> None:
    """Apply the table of evidence to every posting on which the run has something to say.

    Before the merge: coverage asks where a posting was last, not where this run has seen it.
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        evidence = cursor.execute(sql("jobs/promote.evidence"), {"run_id": run_id}).fetchall()
    connection.execute(sql("jobs/promote.outcomes"))
    with connection.cursor() as writer, writer.copy("copy outcomes from stdin") as copy:
        for row in evidence:
            before = PostingState(
                row["state"],
                row["misses"],
                row["expires_at"],
                row["closed_at"],
                row["reopened_at"],
                row["last_confirmed"],
            )
            after, note = judge_posting(
                before, Evidence(row["at"], row["sighted"], row["covered"], row["verdict"])
            )
            copy.write_row(
                (
                    row["posting_id"],
                    after.state,
                    after.misses,
                    after.closed_at,
                    after.reopened_at,
                    after.last_confirmed,
                    note,
                    row["sighted"],
                    row["covered"],
                )
            )
