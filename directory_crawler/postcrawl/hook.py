"""Tell of the end of a run to whoever is not there: one command, a summary in JSON on its standard input.

Nothing of what a site sent reaches the command line, and no shell reads it.
"""

from __future__ import annotations

import json
import logging
import math
import shlex
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.rows import dict_row

from directory_crawler.postcrawl.hook_command import failure_of
from directory_crawler.storage.database import connect
from directory_crawler.storage.embedded import DatabaseUnavailableError
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection

logger = logging.getLogger(__name__)

ENDS = ("accepted", "rejected", "interrupted", "failed")
LATE = "late"


@dataclass(frozen=True)
class RunHook:
    """The command of ``RUN_HOOK``, and the seconds that it has."""

    command: tuple[str, ...]
    timeout_s: float

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> RunHook | None:
        """Return the hook, ``None`` where there is none; raise ValueError for one that is no command."""
        wanted: Any = settings.get("RUN_HOOK")
        if not wanted:
            return None
        try:
            command = shlex.split(wanted) if isinstance(wanted, str) else [str(part) for part in wanted]
        except (ValueError, TypeError) as error:
            first = str(wanted).split()[0]  # its arguments may hold a password
            raise ValueError(
                f"RUN_HOOK begins with {first!r}: expected a command with its arguments; {error}"
            ) from error
        if not command:
            return None
        return cls(tuple(command), settings.getfloat("RUN_HOOK_TIMEOUT"))

    def call(self, event: str, summary: Mapping[str, Any]) -> None:
        """Call the command with a summary. Never raises: a failure is logged, and changes nothing else."""
        failure = failure_of(self.command, written({"event": event, **summary}), self.timeout_s)
        run = summary.get("run_id")
        if failure is None:
            logger.info("the hook was told that run %s is %s", run, event)
        else:
            logger.error("the hook for run %s (%s), %s, %s", run, event, self.command[0], failure)


def tell(
    hook: RunHook, url: str, run_id: int, event: str, known: Mapping[str, Any], *, is_claimed: bool = False
) -> None:
    """Call the hook for an event of a run, unless another process has.

    Without a database nobody can know that, and what is ``known`` of the run is told.
    """
    try:
        with connect(url) as connection:
            if not is_claimed and not claimed(connection, run_id, event):
                return
            summary = summary_of(connection, run_id)
        if event in ENDS and summary.get("status") != event:  # it could not be written down
            summary |= {"status": event, "reason": known.get("reason")}
    except (psycopg.Error, DatabaseUnavailableError) as error:
        logger.warning("the hook is told without the database: %s", error)
        summary = dict(known)
    hook.call(event, summary)


def claimed(connection: Connection, run_id: int, event: str) -> bool:
    """Whether it is this process that tells of an event of a run."""
    with connection.transaction():
        row = connection.execute(sql("crawl/hook.claim"), {"run_id": run_id, "event": event}).fetchone()
    return row is not None


def summary_of(connection: Connection, run_id: int) -> dict[str, Any]:
    """What is told of a run."""
    with connection.cursor(row_factory=dict_row) as cursor:
        summary = cursor.execute(sql("crawl/hook.summary"), {"run_id": run_id}).fetchone()
        usual = cursor.execute(sql("crawl/hook.usual"), {"run_id": run_id}).fetchone()
    return {**(summary or {"run_id": run_id}), "usual_s": usual["usual_s"] if usual else None}


def written(summary: Mapping[str, Any]) -> bytes:
    """A summary as one line of JSON. What JSON has no word for (not a number) is null."""
    return json.dumps(_plain(summary), separators=(",", ":")).encode() + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return None if isinstance(value, float) and not math.isfinite(value) else value
