"""Which run a command begins, continues, joins or finds judged (operations specification, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from psycopg import AsyncConnection


TRIAL = "trial"
"""The scope of a run that walks a little from end to end."""
REPARSE = "reparse"
"""The mode of a run that reads the archived pages of another one anew."""


def makes_the_world(kind: str, mode: str, scope: str) -> bool:
    """Whether the facts of an accepted run become the state of the world."""
    return not scope or (kind == "jobs" and scope != TRIAL and mode != REPARSE)


def rereading_of(run_id: int) -> str:
    """The scope of a run that reads another one's pages anew: it covers nothing of the site."""
    return f"run {run_id}"


@dataclass(frozen=True)
class Identity:
    """What makes two commands mean the same run. ``label`` is empty for the ordinary run of a site."""

    site: str
    kind: str
    mode: str = "full"
    scope: str = ""
    label: str = ""

    @property
    def makes_the_world(self) -> bool:
        """Whether the run, once accepted, becomes the state of the world; of a board also one of a range does."""
        return makes_the_world(self.kind, self.mode, self.scope)

    def as_parameters(self) -> dict[str, str]:
        return {
            "site": self.site,
            "kind": self.kind,
            "mode": self.mode,
            "scope": self.scope,
            "label": self.label,
        }


@dataclass(frozen=True)
class Run:
    """One run as this process takes part in it. ``base_run`` is the accepted run it is compared with."""

    run_id: int
    identity: Identity
    status: str
    as_of: datetime
    base_run: int | None

    @property
    def is_judged(self) -> bool:
        return self.status in ("accepted", "rejected", "failed")


async def open_run(
    connection: AsyncConnection[dict[str, Any]],
    identity: Identity,
    *,
    profile_digest: str,
    max_age: timedelta,
    anew: bool = False,
    as_of: datetime | None = None,
) -> Run:
    """Continue or join the unfinished run of this identity, or begin one.

    An unfinished run older than ``max_age``, planned under another profile, or told to give way (``anew``) is
    failed with that reason, which fences its workers out. A labelled run that is judged already comes back as it
    is. Must run in a transaction of its own; the unique index makes two processes that start together agree.
    """
    parameters = identity.as_parameters()
    await connection.execute(sql("crawl/runs.know_site"), {"site": identity.site, "kind": identity.kind})
    await connection.execute("select from crawl.sites where site = %s for update", (identity.site,))
    row = await (await connection.execute(sql("crawl/runs.unfinished"), parameters)).fetchone()
    if row is not None:
        reason = _why_not_continued(row, profile_digest, max_age, anew=anew)
        if reason is None:
            await connection.execute(sql("crawl/runs.resume"), {"run_id": row["run_id"]})
            return _run(identity, row | {"status": "running"})
        await connection.execute(
            sql("crawl/runs.finish"), {"run_id": row["run_id"], "status": "failed", "reason": reason}
        )
    elif identity.label:
        judged = await (await connection.execute(sql("crawl/runs.judged"), parameters)).fetchone()
        if judged is not None:
            return _run(identity, judged)
    created = await (
        await connection.execute(
            sql("crawl/runs.create"), {**parameters, "profile_digest": profile_digest, "as_of": as_of}
        )
    ).fetchone()
    assert created is not None
    if identity.mode != REPARSE:
        for step in ("crawl/runs.carry_over", "crawl/archive.carry_cards"):
            await connection.execute(sql(step), {"run_id": created["run_id"], "site": identity.site})
    return _run(identity, created)


def _why_not_continued(
    row: dict[str, Any], profile_digest: str, max_age: timedelta, *, anew: bool
) -> str | None:
    if anew:
        return "given up for a new run"
    if row["profile_digest"] != profile_digest:
        return "the profile has changed since it was planned"
    if datetime.now(timezone.utc) - row["started_at"] > max_age:
        return f"unfinished for longer than {max_age}"
    return None


def _run(identity: Identity, row: dict[str, Any]) -> Run:
    return Run(row["run_id"], identity, row["status"], row["as_of"], row["base_run"])
