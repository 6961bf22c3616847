"""The stored questions of a board, with their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Part, Section, Table, Text
from directory_crawler.reporting.report.shown import shown
from directory_crawler.reporting.report.words import NOTHING, counted, number, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts

MOST = 15
ALL = "(all)"


def section(facts: Facts) -> Section:
    if facts.table_of is None:
        return Section(
            "questions",
            "Stored questions",
            "No run of this board was accepted yet: there is no history to ask.",
        )
    days = facts.rows("days-open")
    reposts = facts.rows("repost-rate")
    parts: list[Block] = [
        _days_open(days, facts),
        _titles(facts.rows("title-edits")),
        _bumps(facts.rows("bumps-before-closure"), facts.rows("closing-by-bumps")),
        _agencies(facts.rows("agencies-per-vacancy")),
        _reposts(reposts, facts),
    ]
    return Section(
        "questions",
        "Stored questions",
        "Answered from the history of the board: they say the more, the longer it has been watched.",
        parts,
    )


def _more(rows: Sequence[Any], what: str, facts: Facts) -> str:
    more = len(rows) - MOST - 1
    where = f"scrapy export {facts.site} --what {what} -o {what}.csv"
    return f"and {counted(more, 'more category', 'more categories')}: {where}" if more > 0 else ""


def _days_open(rows: list[dict[str, Any]], facts: Facts) -> Part:
    whole = next((row for row in rows if row["category"] == ALL), None)
    if whole is None:
        return Part("How long does a posting stay open?", (Text("No posting is known yet."),))
    if whole["median_days"] is None:
        said = "Less than half of the postings have closed so far, so their median is not known yet."
    else:
        said = f"Half of the postings have closed after {counted(whole['median_days'], 'day')}"
        ninth = whole["days_for_nine_in_ten"]
        said += (
            f", nine in ten after {counted(ninth, 'day')}."
            if ninth is not None
            else "; nine in ten have not closed yet."
        )
    said += " Those still open count for as long as they have been."
    if not whole["closed"]:
        return Part("How long does a posting stay open?", (Text(said),))
    longest = max((row["median_days"] or 0 for row in rows), default=0)
    table = Table(
        "Days open by category",
        (
            Column("Category"),
            Column("Postings", "number"),
            Column("Closed", "number"),
            Column("Median days", "number"),
            Column("", "picture"),
            Column("Nine in ten", "number"),
        ),
        [
            (
                shown(row["category"], 80),
                number(row["postings"]),
                number(row["closed"]),
                number(row["median_days"]),
                charts.bar(("reached", (row["median_days"] or 0) / max(longest, 1))),
                number(row["days_for_nine_in_ten"]),
            )
            for row in rows[: MOST + 1]
        ],
        _more(rows, "days-open", facts),
    )
    return Part("How long does a posting stay open?", (Text(said), table))


def _titles(rows: list[dict[str, Any]]) -> Part:
    row = rows[0] if rows else {"postings": 0, "edited": 0}
    title = "How often is a title edited after publication?"
    if not row["edited"]:
        return Part(
            title, (Text(f"No title of {counted(row['postings'], 'posting')} has been edited so far."),)
        )
    said = (
        f"{number(row['edited'])} of {counted(row['postings'], 'posting')} ({percent(row['share_edited'])}) had their"
        f" title edited, {percent(row['share_once'])} of these once only and {percent(row['share_within_48_hours'])}"
        " within 48 hours."
    )
    return Part(title, (Text(said),))


def _bumps(before: list[dict[str, Any]], closing: list[dict[str, Any]]) -> Part:
    row: Mapping[str, Any] = before[0] if before else {"closed": 0}
    if row["closed"]:
        said = (
            f"{counted(row['closed'], 'posting')} closed, half of them after {counted(row['median'], 'bump')} or fewer"
            f" (a quarter after {number(row['lower_quartile'])} or fewer, three quarters after"
            f" {number(row['upper_quartile'])}; at most {number(row['most'])})."
        )
    else:
        said = "No posting has closed so far."
    table = Table(
        "Closing by how often a posting was brought to the top again",
        (
            Column("Bumps"),
            Column("Postings", "number"),
            Column("Closed", "number"),
            Column("Share closed", "number"),
            Column("", "picture"),
        ),
        [
            (
                row["bumps"],
                number(row["postings"]),
                number(row["closed"]),
                percent(row["share_closed"]),
                charts.bar(("reached", row["share_closed"])),
            )
            for row in closing
        ],
    )
    return Part("How often is a posting bumped before it closes?", (Text(said), table))


def _agencies(rows: list[dict[str, Any]]) -> Part:
    several = sum(row["vacancies"] for row in rows if row["agencies"] > 1)
    with_one = sum(row["vacancies"] for row in rows if row["agencies"] == 1)
    total = sum(row["vacancies"] for row in rows)
    said = (
        f"Of {counted(total, 'open vacancy', 'open vacancies')} {number(with_one)} are with one agency and"
        f" {number(several)} with several; the others are the employers' own, or nobody knows what their companies are."
    )
    table = Table(
        "Open vacancies by the number of agencies on them",
        (
            Column("Agencies"),
            Column("Vacancies", "number"),
            Column("Share", "number"),
            Column("", "picture"),
            Column("Postings", "number"),
        ),
        [
            (
                number(row["agencies"]),
                number(row["vacancies"]),
                percent(row["share_of_vacancies"]),
                charts.bar(("reached", row["share_of_vacancies"])),
                number(row["postings"]),
            )
            for row in rows[:MOST]
        ],
    )
    return Part("How many agencies advertise one vacancy?", (Text(said), table))


def _reposts(rows: list[dict[str, Any]], facts: Facts) -> Part:
    title = "How often is a vacancy put up again under a new id?"
    whole = next((row for row in rows if row["category"] == ALL), None)
    if whole is None or not whole["reposts"]:
        return Part(title, (Text("No repost has been found so far."),))
    share = percent(whole["share_reposted"])
    said = f"{number(whole['reposts'])} of {counted(whole['postings'], 'posting')} ({share}) are reposts"
    if whole["median_days_between"] is not None:
        said += (
            f", half of them within {whole['median_days_between']:.0f} days of the posting that they repeat"
        )
    table = Table(
        "Reposts by category",
        (
            Column("Category"),
            Column("Postings", "number"),
            Column("Reposts", "number"),
            Column("Share", "number"),
            Column("", "picture"),
            Column("Median days between", "number"),
        ),
        [
            (
                shown(row["category"], 80),
                number(row["postings"]),
                number(row["reposts"]),
                percent(row["share_reposted"]),
                charts.bar(("reached", row["share_reposted"])),
                NOTHING if row["median_days_between"] is None else f"{row['median_days_between']:.0f}",
            )
            for row in rows[: MOST + 1]
        ],
        _more(rows, "repost-rate", facts),
    )
    return Part(title, (Text(said + "."), table))
