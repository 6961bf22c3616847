"""The page: every section in its order, rendered with everything escaped, in one file that asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime, timezone
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from directory_crawler import __version__
from directory_crawler.reporting.report import (
    changes,
    checks,
    clusters,
    cost,
    coverage,
    limits,
    pace,
    places,
    questions,
    reading,
    sources,
    verdict,
)
from directory_crawler.reporting.report.facts import Facts
from directory_crawler.reporting.report.shown import finish
from directory_crawler.reporting.report.words import day, moment

if TYPE_CHECKING:
    from directory_crawler.reporting.report.blocks import Section
    from directory_crawler.reporting.report.facts import ReportedRun
    from directory_crawler.storage.database import Connection


LONGEST_QUESTION = "10min"
"""How long one question may take: of 1.2 million postings the longest takes seconds."""


@cache
def _text(name: str) -> str:
    """A template or a style sheet, read as package data, so that an egg holds it too."""
    return files("directory_crawler.reporting.report").joinpath("templates", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_text),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finish,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def sections_of(facts: Facts) -> list[Section]:
    """The sections of a report in the order in which they are read."""
    checked = checks.checked(facts)
    counts = changes.counts_of(facts)
    found = [
        verdict.section(facts, checked, counts.get(facts.run.run_id, {})),
        coverage.section(facts),
        checks.section(facts, checked),
        changes.section(facts, counts),
        places.section(facts),
        clusters.section(facts),
        sources.section(facts),
        cost.section(facts),
        pace.section(facts),
        limits.section(facts),
    ]
    if not facts.run.is_directory:
        found.append(questions.section(facts))
    return [*found, reading.section(facts)]


def render(connection: Connection, run: ReportedRun, *, made_at: datetime | None = None) -> str:
    """Return the report of a run as HTML. All of it is one moment of the database, for which what the connection has
    open is committed."""
    connection.commit()
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        connection.execute("select set_config('statement_timeout', %s, true)", (LONGEST_QUESTION,))
        first, *others = sections_of(Facts(connection, run))
    style = _text("report.css")
    return (
        _environment()
        .get_template("page.html")
        .render(
            run=run,
            verdict=first,
            sections=others,
            style=Markup(style),  # noqa: S704  our own file
            style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
            day=day(run.as_of),
            as_of=moment(run.as_of),
            started=moment(run.started_at),
            finished=moment(run.finished_at),
            made_at=moment(made_at or datetime.now(timezone.utc)),
            version=__version__,
        )
    )
