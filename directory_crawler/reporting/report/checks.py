"""The sign-off as people read it: what failed first, with the rows behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report.blocks import Column, Folded, Lines, Part, Section, Table, Text
from directory_crawler.reporting.report.shown import shown, told, without
from directory_crawler.reporting.report.words import NOTHING, counted, listed, number, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.reporting.report.blocks import Block, Cell
    from directory_crawler.reporting.report.facts import Facts

_BOUND = re.compile(r"(?P<sign><=|>=) (?P<bound>[^ ,]+)(?:, or at most (?P<few>\S+) rows)?")
_NAMING = (
    "rubric",
    "name",
    "district",
    "place",
    "window",
    "slice",
    "field",
    "link",
    "activity",
    "id",
    "card",
)
"""Columns of samples by which people know a row."""
_SHARE = re.compile(r"\bshare\b", re.IGNORECASE)
_SIGNS = {"<=": "at most", ">=": "at least"}


@dataclass(frozen=True)
class Checked:
    """A check in words: its name, what its value means, the value, the bound that it was held to, and its value in the
    run that this one is compared with."""

    name: str
    meaning: str
    value: str
    bound: str
    before: str
    passed: bool
    sample: list[Any]


def checked(facts: Facts) -> list[Checked]:
    """The checks of the run, those that failed first."""
    run = facts.run
    base = facts.rows("checks", run.base_run) if run.base_run is not None else []
    before = {row["check"]: row["value"] for row in base}
    return [
        Checked(
            row["check"].replace("_", " "),
            row["meaning"],
            _value(row["value"], row["meaning"]),
            _bound(row["bound"] or "", row["meaning"]),
            NOTHING if before.get(row["check"]) is None else _value(before[row["check"]], row["meaning"]),
            row["passed"],
            without(row["sample"] or [], facts.left_out),
        )
        for row in facts.rows("checks", run.run_id)
    ]


def table_of(checks: Sequence[Checked], caption: str) -> Table:
    """Checks with their values, beside those of the run before."""
    return Table(
        caption,
        (Column("Check"), Column("Value", "number"), Column("Asked for"), Column("Run before", "number")),
        [(Lines(check.name, (check.meaning,)), check.value, check.bound, check.before) for check in checks],
    )


def is_share(meaning: str) -> bool:
    """Whether the value of a check is a share, by what its meaning says; others are counts, or ratios."""
    return _SHARE.search(meaning) is not None


def _value(value: float | None, meaning: str) -> str:
    if value is None:
        return "no rows"
    if is_share(meaning):
        return percent(value)
    return number(value) if float(value).is_integer() else f"{value:.2f}"


def _bound(bound: str, meaning: str) -> str:
    found = _BOUND.fullmatch(bound)
    if found is None:
        return bound
    few = f", or {found['few']} rows" if found["few"] else ""
    return f"{_SIGNS[found['sign']]} {_value(float(found['bound']), meaning)}{few}"


def section(facts: Facts, checks: Sequence[Checked]) -> Section:
    failed = [check for check in checks if not check.passed]
    if not checks:
        lead = "This run has not been judged: the checks are applied when its last unit has ended."
    elif failed:
        names = listed([check.name for check in failed])
        lead = f"{counted(len(failed), 'check')} of {number(len(checks))} failed: {names}. The rows below show where."
    else:
        lead = f"All {counted(len(checks), 'check')} passed. Each is a question to the database with a bound."
    blocks: list[Block] = [_failure(check, facts.labels) for check in failed]
    passed = [check for check in checks if check.passed]
    if passed:
        table = table_of(passed, "Checks that passed")
        blocks.append(Folded(f"{counted(len(passed), 'check')} that passed", (table,)))
    return Section("checks", "Sign-off", lead, blocks)


def _failure(check: Checked, labels: Mapping[str, str]) -> Part:
    blocks: list[Block] = [
        Text(f"{check.meaning} It is {check.value}; asked for is {check.bound}."),
    ]
    if check.sample:
        blocks.append(sample_table(check.sample, f"Rows behind {check.name}", labels))
    return Part(check.name, tuple(blocks), "failed")


def sample_table(sample: list[Any], caption: str, labels: Mapping[str, str]) -> Table:
    """Rows of a check, whatever their columns are: what names a row first, then its figures, then the reason."""
    rows = [row if isinstance(row, dict) else {"record": row} for row in sample]
    names = list(dict.fromkeys(name for row in rows for name in row))
    figures = {name for name in names if all(_is_figure(row.get(name)) for row in rows)}
    names.sort(key=lambda name: (name == "reason", name in figures, name not in _NAMING))
    return Table(
        caption,
        tuple(Column(name.replace("_", " "), "number" if name in figures else "text") for name in names),
        [tuple(_cell(name, row.get(name), labels) for name in names) for row in rows],
    )


def _is_figure(value: Any) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _cell(name: str, value: Any, labels: Mapping[str, str]) -> Cell:
    if value is None:
        return NOTHING
    if name == "rubric" and isinstance(value, str) and value in labels:
        return Lines(shown(labels[value], 80), (shown(value, 40),))
    return told(value, 160)
