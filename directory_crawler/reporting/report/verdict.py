"""How a run ended, and why, before anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.reporting.report.blocks import (
    Figure,
    Figures,
    Quote,
    Section,
    Text,
)
from directory_crawler.reporting.report.checks import table_of
from directory_crawler.reporting.report.words import (
    counted,
    day,
    duration,
    listed,
    number,
    percent,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.checks import Checked
    from directory_crawler.reporting.report.facts import Facts

VERDICTS = {
    "accepted": "Accepted",
    "rejected": "Rejected",
    "interrupted": "Stopped before its end",
    "failed": "Failed",
    "running": "Still under way",
}
ROWS = {"directory": ("organisation", "organisations"), "jobs": ("open posting", "open postings")}
EVENTS = {
    "directory": ("opened", "closed", "reopened", "moved", "changed", "merged", "split"),
    "jobs": ("opened", "edited", "bumped", "suspect", "closed", "reopened", "moved back"),
}


def section(facts: Facts, checks: Sequence[Checked], events: Mapping[str, int]) -> Section:
    run = facts.run
    failed = [check for check in checks if not check.passed]
    blocks: list[Block] = [_figures(facts, events)]
    if run.status == "rejected" or failed:
        blocks.append(table_of(failed, "What failed"))
    if run.status in ("failed", "interrupted") and run.reason:
        blocks.append(Quote(run.reason))
    blocks.append(Text(_what_to_do(facts)))
    return Section("verdict", VERDICTS.get(run.status, run.status), _lead(facts, checks, events), blocks)


def _lead(facts: Facts, checks: Sequence[Checked], events: Mapping[str, int]) -> str:
    run = facts.run
    failed = sum(not check.passed for check in checks)
    if run.status == "accepted" and failed:
        why = (run.reason or "").removeprefix("accepted all the same: ").partition(";")[0]
        how = f"Accepted by hand though {_of(failed, checks)} failed, for this reason: {why}."
    elif run.status == "accepted":
        how = f"All {counted(len(checks), 'check')} passed." if checks else ""
    elif run.status == "rejected":
        how = f"{_of(failed, checks)} failed, so nothing of this run was promoted."
    elif run.status == "interrupted":
        left = facts.one("crawl/runs.work_left")
        how = (
            f"It was stopped with {counted(left.get('slices', 0), 'slice')} and"
            f" {counted(left.get('fetches', 0), 'record')} left to ask for, and is not judged yet."
        )
    elif run.status == "failed":
        how = "It could not be brought to its end, and nothing of it was promoted."
    else:
        how = "Its last unit has not ended, and it is not judged yet."
    return " ".join(
        part for part in (how, _scope(facts), _table_in_force(facts), _what_changed(facts, events)) if part
    )


def _of(failed: int, checks: Sequence[Checked]) -> str:
    return f"{number(failed)} of {counted(len(checks), 'check')}"


def _scope(facts: Facts) -> str:
    run = facts.run
    if run.scope == "trial":
        return "It was a trial: a little of the site from end to end, kept as facts only."
    if run.scope:
        return f"It was about a part of the site ({run.scope}) and is judged within it."
    if run.mode == "intraday":
        return "It was a look through the day: it adds and edits, and closes nothing."
    return ""


def _table_in_force(facts: Facts) -> str:
    run = facts.run
    world = facts.table_of
    if world is None:
        return "" if run.is_promoted else "No run of this site has been accepted yet, so there is no table."
    if world["run_id"] == run.run_id:
        return ""
    when = f"run {world['run_id']} of {day(world['as_of'])}"
    if not run.is_promoted:
        return f"The table is that of {when}."
    return (
        f"Where this page speaks of the table, it is as of now: {when} is the newest."
        if world["run_id"] > run.run_id
        else ""
    )


def _what_changed(facts: Facts, events: Mapping[str, int]) -> str:
    run = facts.run
    if not run.is_promoted:
        return ""
    if run.is_first:
        return "It is the first of this site: there is nothing to compare it with."
    spoken = {"suspect": "missed once"}
    shown = [
        f"{number(events[name])} {spoken.get(name, name)}" for name in EVENTS[run.kind] if events.get(name)
    ]
    if not shown:
        return f"Nothing has changed, compared with {run.compared_with}."
    return f"{listed(shown).capitalize()}, compared with {run.compared_with}."


def _figures(facts: Facts, events: Mapping[str, int]) -> Figures:
    run = facts.run
    one, many = ROWS[run.kind]
    totals = facts.one("reports/coverage.totals")
    promised, reached = totals["promised"], totals["reached"]
    figures = []
    if promised:
        figures.append(
            Figure(
                "reached",
                percent(reached / promised),
                f"{number(reached)} of {number(promised)} {'listed rows' if run.is_directory else 'postings'}",
            )
        )
    if facts.table_of is not None:
        if run.is_directory:
            table = facts.one("reports/run.organisations")
            note = f"{percent(table['phones'] / max(table['rows'], 1))} with a telephone"
        else:
            table = facts.one("reports/run.postings")
            note = f"{number(table['vacancies'])} vacancies, each counted once"
        figures.append(Figure(one if table["rows"] == 1 else many, number(table["rows"]), note))
    if run.is_promoted and run.base_run is not None:
        opened, closed = events.get("opened", 0), events.get("closed", 0)
        figures.append(
            Figure("new and closed", f"{number(opened)} / {number(closed)}", f"since {day(run.base_as_of)}")
        )
    stages = facts.all("reports/pace.stages")
    asked = sum(stage["requests"] for stage in stages)
    if asked:
        again = sum(stage["retries"] for stage in stages)
        bytes_ = sum(stage["bytes"] for stage in stages)
        figures.append(
            Figure("requests", number(asked), f"{size(bytes_)}, {percent(again / asked)} asked again")
        )
    if run.seconds is not None:
        figures.append(Figure("from start to end", duration(run.seconds), f"of {day(run.as_of)}"))
    return Figures(tuple(figures))


def _what_to_do(facts: Facts) -> str:
    run = facts.run
    if run.status == "rejected":
        return (
            "What to do: read the rows behind the failed checks under Sign-off. If the site was unwell, crawl again:"
            f" what this run fetched is kept. If it has changed for good, scrapy accept {run.site} --override REASON"
            " promotes this run, with the reason kept."
        )
    if run.status in ("interrupted", "running"):
        return "What to do: the same scrapy crawl command goes on where it was."
    if run.status == "failed":
        return "What to do: the reason above says what was found. A new scrapy crawl begins a new run."
    if not run.is_promoted:
        return ""
    return (
        f"The table: scrapy export {run.site} -o table.xlsx. Before it is passed on, read the forty rows at the end of"
        " this page."
    )
