"""Promotion: the facts of a run become the state of the cards, inside the judging transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psycopg.rows import dict_row

from directory_crawler.core.lifecycle.cards import CardState, Evidence, judge_card
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.storage.database import Connection

MERGING = ("gather_seen", "write_versions", "merge_cards", "touch_sighted", "keep_drafts", "drop_drafts")


def promote(connection: Connection, run_id: int) -> None:
    """Merge the run's records and sightings into the cards, then move each card through its life.

    Coverage is judged first: it asks where a card was last listed, not where this run says that it belongs.
    """
    run = {"run_id": run_id}
    connection.execute(sql("directory/changes.place_coverage"))
    connection.execute(sql("directory/changes.cover_places"), run)
    connection.execute(sql("directory/promote.seen_now"))
    for step in MERGING:
        connection.execute(sql(f"directory/promote.{step}"), run)
    live_on(connection, run_id)


def live_on(connection: Connection, run_id: int) -> None:
    """Apply the table of evidence to every card on which the run has something to say."""
    run = {"run_id": run_id}
    with connection.cursor(row_factory=dict_row) as cursor:
        evidence = cursor.execute(sql("directory/changes.evidence"), run).fetchall()
    connection.execute(sql("directory/changes.card_outcomes"))
    with connection.cursor() as writer, writer.copy("copy card_outcomes from stdin") as copy:
        for row in evidence:
            outcome = judge_card(
                CardState(row["is_open"], row["misses"], row["unlisted"]),
                Evidence(row["sighted"], row["covered"], row["verdict"]),
            )
            state = outcome.state
            copy.write_row(
                (
                    row["org_id"],
                    state.is_open,
                    state.misses,
                    state.unlisted,
                    outcome.change,
                    row["sighted"],
                    row["covered"],
                    row["verdict"],
                )
            )
    connection.execute(sql("directory/changes.write_states"), run)
    connection.execute(sql("directory/changes.write_verdicts"), run)
