"""Promotion: the facts of a signed-off run become the state of the world, in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.storage.database import Connection

STEPS = ("write_versions", "merge_cards", "touch_sighted")


def promote(connection: Connection, run_id: int) -> None:
    """Apply the run's records and sightings to the cards; must run inside the judging transaction."""
    for step in STEPS:
        connection.execute(sql(f"directory/promote.{step}"), {"run_id": run_id})
