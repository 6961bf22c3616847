"""The end of a run: its facts are judged, and only an accepted run becomes the state of the world."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from psycopg import Rollback

from directory_crawler.postcrawl import fold, reread
from directory_crawler.postcrawl.changes import remember_before, write_events
from directory_crawler.postcrawl.disbelieve import disbelieve
from directory_crawler.postcrawl.postings import promote_postings
from directory_crawler.postcrawl.promote import promote
from directory_crawler.postcrawl.signoff import Result, keep, one_screen, sign_off
from directory_crawler.storage.database import connect
from directory_crawler.storage.runs import REPARSE, makes_the_world
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection

logger = logging.getLogger(__name__)

LONGEST_PAUSE = "15min"
"""How long a process that judges may leave its transaction idle, computing. One that stands still for longer has
lost the run to the next that asks."""


@dataclass(frozen=True)
class Outcome:
    """How a run was judged, with the line that people read, and the checks where it was judged just now."""

    status: str
    summary: str
    results: list[Result] = field(default_factory=list)


def judge_run(
    url: str, run_id: int, settings: BaseSettings, *, again: bool = False, override: str | None = None
) -> Outcome:
    """Judge a run whose units have all ended, once, whoever asks; promote it when it is accepted.

    Everything is one transaction: a process that dies half way has done nothing, and a second one that asks finds
    the run locked, then judged. The checks see the state that the run would make; a run that fails them is rolled
    back to its facts, the results and the word "rejected". ``again`` judges a rejected run anew, ``override``
    accepts it for a reason that is kept with it. A run of one scope only is judged within it and promotes nothing; but
    what a board's run of a range, or of the middle of a day, saw is promoted, though it closes nothing.
    Raises `LookupError` for a run that does not exist.
    """
    with connect(url) as connection, connection.transaction():
        connection.execute(
            "select set_config('idle_in_transaction_session_timeout', %s, true)", (LONGEST_PAUSE,)
        )
        connection.execute(sql("crawl/runs.one_at_a_time"), {"run_id": run_id})
        outcome = _judge(connection, run_id, settings, again=again, override=override)
    _tell(run_id, outcome.results)
    return outcome


def _judge(
    connection: Connection, run_id: int, settings: BaseSettings, *, again: bool, override: str | None
) -> Outcome:
    row = connection.execute(sql("crawl/runs.lock"), {"run_id": run_id}).fetchone()
    if row is None:
        raise LookupError(f"no run {run_id}: crawl.runs lists those there are")
    kind, mode, scope, status, reason = row
    if status in ("accepted", "failed") or (status == "rejected" and not again):
        return Outcome(status, reason or "judged by another worker")
    if mode == REPARSE:
        return _judge_reread(connection, run_id, settings, kind, override)
    whole = not scope and mode != "intraday"
    if kind == "directory":
        disbelieve(connection, run_id)
    with connection.transaction() as would_be:
        if makes_the_world(kind, mode, scope):
            _promote(connection, run_id, settings, kind)
        results = _checked(connection, run_id, settings, kind, whole=whole)
        failed = [result for result in results if not result.passed]
        if failed and override is None:
            raise Rollback(would_be)
    keep(connection, run_id, results)
    status = "rejected" if failed and override is None else "accepted"
    summary = _summary(results, failed, override)
    connection.execute(sql("crawl/runs.judge"), {"run_id": run_id, "status": status, "reason": summary})
    return Outcome(status, summary, results)


def _judge_reread(
    connection: Connection, run_id: int, settings: BaseSettings, kind: str, override: str | None
) -> Outcome:
    """Judge a run that read the pages of another one anew, which take that one's place.

    Of an accepted run the state of the world is corrected. A rejected one is judged again, while it is the newest, and
    what becomes of it becomes of this run as well.
    """
    results = sign_off(connection, run_id, settings, "acceptance/reparse")
    failed = [result for result in results if not result.passed]
    status, summary = "accepted", _summary(results, failed, override)
    other = reread.subject(connection, run_id)
    if failed and override is None:
        status = "rejected"
    elif other.status == "accepted":
        reread.correct(connection, run_id, other.run_id, settings, kind)
        reread.replace_facts(connection, run_id, other.run_id, kind)
        summary = f"the records of run {other.run_id} are corrected; {summary}"
    elif other.is_newest:
        reread.replace_facts(connection, run_id, other.run_id, kind)
        judged = _judge(connection, other.run_id, settings, again=True, override=override)
        results, status = [*results, *judged.results], judged.status
        summary = f"run {other.run_id} is judged again: {judged.status}: {judged.summary}"
    else:
        status, summary = "rejected", f"a run newer than {other.run_id} has begun: nothing older is promoted"
    keep(connection, run_id, results)
    connection.execute(sql("crawl/runs.judge"), {"run_id": run_id, "status": status, "reason": summary})
    return Outcome(status, summary, results)


def _tell(run_id: int, results: list[Result]) -> None:
    for result in results:
        logger.log(logging.INFO if result.passed else logging.ERROR, "%s", result)
    failed = sum(not result.passed for result in results)
    if failed:
        logger.error("run %d fails %d checks:\n%s", run_id, failed, one_screen(results))


def _promote(connection: Connection, run_id: int, settings: BaseSettings, kind: str) -> None:
    """Make the run's facts the state of the world."""
    if kind == "jobs":
        from directory_crawler.postcrawl import cluster  # noqa: PLC0415  heavy

        promote_postings(connection, run_id)
        logger.info("%s", cluster.apply(connection, run_id, settings))
        return
    remember_before(connection, run_id)
    promote(connection, run_id)
    fold.apply(connection, run_id, settings)
    write_events(connection, run_id)


WORLDS = {"directory": "acceptance/organisations", "jobs": "acceptance/postings"}
"""By kind of run, the checks of what it would make of the world."""


def _checked(
    connection: Connection, run_id: int, settings: BaseSettings, kind: str, *, whole: bool
) -> list[Result]:
    """Apply the checks of every catalogue, those of the run's kind, and for a whole run those of the table."""
    folders = ["acceptance", f"acceptance/{kind}"]
    if whole:
        folders.append(WORLDS[kind])
    return [result for folder in folders for result in sign_off(connection, run_id, settings, folder)]


def _summary(results: list[Result], failed: list[Result], override: str | None) -> str:
    if not failed:
        return f"{len(results)} checks passed"
    failures = "; ".join(str(result) for result in failed)
    return failures if override is None else f"accepted all the same: {override}; {failures}"
