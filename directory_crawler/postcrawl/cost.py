"""What a run was expected to cost, what it cost, and what the next one is expected to: lines for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psycopg.types.json import Jsonb

from directory_crawler.core.planning.budget import stages
from directory_crawler.storage.budget import Forecast
from directory_crawler.storage.database import connect
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from directory_crawler.sites.grammar import Profile
    from directory_crawler.storage.runs import Run


def write_plan(url: str, run: Run, settings: BaseSettings, profile: Profile) -> None:
    """Write down what a run is expected to ask for, before it asks. A part of a site has no plan of its own."""
    if run.identity.scope or run.identity.mode == "intraday":
        return
    with connect(url) as connection:
        forecast = Forecast(connection, profile, settings)
        counts = forecast.next_run(run.as_of)
        if counts is not None:
            forecast.plan(run.run_id, counts.requests)


def write_first_plan(url: str, run: Run, settings: BaseSettings, profile: Profile) -> None:
    """The same for a site without an accepted run: what its rubric tree promised, known once the tree was read."""
    if run.identity.scope or run.base_run is not None:
        return
    with connect(url) as connection:
        forecast = Forecast(connection, profile, settings)
        forecast.plan(run.run_id, forecast.first_run(run.run_id))


def cost_of(url: str, run: Run, settings: BaseSettings, profile: Profile) -> list[str]:
    """Planned against actual, and the next run, which is also kept with the run: stage, requests, bytes."""
    with connect(url) as connection:
        forecast = Forecast(connection, profile, settings)
        spent = [stage for stage in forecast.after(run.run_id) if stage.planned or stage.requests]
        following = forecast.next_run()
        if following is not None:
            sized = stages(following)
            kept = {"next_run": {stage.name: [stage.requests, stage.bytes] for stage in sized}}
            connection.execute(sql("crawl/runs.add_stats"), {"run_id": run.run_id, "stats": Jsonb(kept)})
    lines = [
        "asked for: "
        + ", ".join(
            f"{stage.stage} {stage.requests}"
            + ("" if stage.planned is None else f" (planned {stage.planned})")
            for stage in spent
        )
    ]
    if following is not None:
        lines.append(
            f"the next run is expected to ask for {sum(stage.requests for stage in sized)} pages,"
            f" {sum(stage.bytes for stage in sized) / 1e6:.0f} megabytes"
        )
    return lines
