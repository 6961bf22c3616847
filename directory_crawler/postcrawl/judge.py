"""The end of a run: its facts are judged, and only an accepted run becomes the state of the world."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.postcrawl.promote import promote
from directory_crawler.postcrawl.signoff import sign_off
from directory_crawler.storage.database import connect
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """How a run was judged, with the line that people read."""

    status: str
    summary: str


def judge_run(url: str, run_id: int, settings: BaseSettings) -> Outcome:
    """Judge a run whose units have all ended, once, whoever asks; promote it when it is accepted.

    Sign-off, promotion and the run's status are one transaction, so a process that dies half way has done
    nothing, and a second one that asks finds the run locked, then judged.
    """
    with connect(url) as connection, connection.transaction():
        row = connection.execute(
            "select status, reason, scope from crawl.runs where run_id = %s for update", (run_id,)
        ).fetchone()
        if row is None:
            raise LookupError(f"no run {run_id}")
        status, reason, scope = row
        if status in ("accepted", "rejected", "failed"):
            return Outcome(status, reason or "judged by another worker")
        results = sign_off(connection, run_id, settings)
        for result in results:
            logger.log(logging.INFO if result.passed else logging.ERROR, "%s", result)
        failed = [result for result in results if not result.passed]
        if failed:
            status, summary = "rejected", "; ".join(str(result) for result in failed)
        else:
            status, summary = "accepted", f"{len(results)} checks passed"
            if not scope:
                promote(connection, run_id)
        connection.execute(sql("crawl/runs.finish"), {"run_id": run_id, "status": status, "reason": summary})
    return Outcome(status, summary)
