"""Which link of its chain answered each field, beside the runs before."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Folded, Lines, Section, Table
from directory_crawler.reporting.report.shown import shown
from directory_crawler.reporting.report.words import NOTHING, counted, listed, percent, points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.reporting.report.facts import Facts

MOVED = 0.10
"""Points beyond chance by which a share moves before the first sentence says so, as where the sign-off rings."""
NONE = "none"
MOST_LINKS = 12


@dataclass(frozen=True)
class Link:
    """A link of a field: its share in this run, what it usually is (None: no run before), and in each run.

    ``chance`` is by how much two samples of these sizes may differ where nothing has moved: three standard errors.
    """

    source: str
    share: float
    usual: float | None
    shares: tuple[float, ...]
    chance: float

    @property
    def moved(self) -> float:
        return 0.0 if self.usual is None else self.share - self.usual

    @property
    def moved_beyond_chance(self) -> float:
        return max(abs(self.moved) - self.chance, 0.0)


def section(facts: Facts) -> Section:
    runs = [row["run_id"] for row in facts.all("reports/run.history")]
    counts: dict[str, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for row in facts.all("reports/history.sources", runs=runs):
        counts[row["field"]][row["source"]][row["run_id"]] = row["n"]
    me = facts.run.run_id
    fields = {name: links for name in sorted(counts) if (links := mix(counts[name], runs, me))}
    if not fields:
        return Section("sources", "Sources", "No record was read in this run.")
    n = sum(len(links) for links in fields.values())
    every = Folded(f"All {counted(n, 'link')} over {counted(len(runs), 'run')}", (_every_link(fields),))
    return Section("sources", "Sources", _lead(fields, len(runs)), [_summary(fields), every])


def _lead(fields: Mapping[str, list[Link]], runs: int) -> str:
    pairs = [(name, link) for name, links in fields.items() for link in links]
    moved = sorted(
        (pair for pair in pairs if pair[1].moved_beyond_chance > MOVED),
        key=lambda pair: -pair[1].moved_beyond_chance,
    )
    if moved:
        most = [
            f"{_spoken(name)} from {_named(link.source)} ({points(link.moved)} points)"
            for name, link in moved
        ]
        said = f"The mix has moved for {listed(most[:3])}: as a rule the site has changed its markup there."
    elif runs > 1:
        said = "The mix is as in the runs before: no link has gained or lost ten points beyond chance."
    else:
        said = "The first run to be compared with: from now on a link that gains or loses ten points is told here."
    empty = sorted((pair for pair in pairs if pair[1].source == NONE), key=lambda pair: -pair[1].share)
    if empty:
        most = [f"{_spoken(name)} ({percent(link.share)})" for name, link in empty]
        said += f" Most often not stated: {listed(most[:3])}."
    return said


def _summary(fields: Mapping[str, list[Link]]) -> Table:
    rows = []
    for name, links in fields.items():
        stated = [link for link in links if link.source != NONE]
        first = stated[0].share if stated else 0.0
        others = sum(link.share for link in stated[1:])
        rows.append(
            (
                _spoken(name),
                _named(stated[0].source if stated else NONE),
                percent(first),
                percent(others) if others else NOTHING,
                percent(1 - first - others) if len(stated) < len(links) else NOTHING,
                charts.bar(("reached", first), ("second", others)),
            )
        )
    return Table(
        "Fields by the link that answers most",
        (
            Column("Field"),
            Column("Answered most by"),
            Column("Share", "number"),
            Column("Other links", "number"),
            Column("Not stated", "number"),
            Column("", "picture"),
        ),
        rows,
        keys=charts.legend(
            (("the link named", "reached"), ("other links", "second"), ("not stated", "track"))
        ),
    )


def _every_link(fields: Mapping[str, list[Link]]) -> Table:
    return Table(
        "Every link of every field",
        (
            Column("Field and link"),
            Column("This run", "number"),
            Column("Usual", "number"),
            Column("Moved", "number"),
            Column("Over the runs"),
        ),
        [
            (
                Lines(_spoken(name), (_named(link.source),)),
                percent(link.share),
                percent(link.usual),
                points(link.moved) if link.usual is not None else NOTHING,
                charts.spark(link.shares),
            )
            for name, links in fields.items()
            for link in links[:MOST_LINKS]
        ],
    )


def mix(counts: Mapping[str, Mapping[int, int]], runs: list[int], me: int) -> list[Link]:
    """The links of one field, by run as shares of its records; the commonest of this run first."""
    totals = {run: sum(of.get(run, 0) for of in counts.values()) for run in runs}
    if not totals.get(me):
        return []
    before = [run for run in runs if run != me and totals[run]]
    usual_total = sum(totals[run] for run in before)
    links = [
        Link(
            source,
            of.get(me, 0) / totals[me],
            sum(of.get(run, 0) for run in before) / usual_total if usual_total else None,
            tuple(of.get(run, 0) / totals[run] for run in [*before, me]),
            _chance(sum(of.values()), totals[me], usual_total),
        )
        for source, of in counts.items()
    ]
    return sorted(links, key=lambda link: (-link.share, link.source))


def _chance(n: int, total: int, usual_total: int) -> float:
    if not usual_total:
        return 0.0
    pooled = n / (total + usual_total)
    return 3 * sqrt(pooled * (1 - pooled) * (1 / total + 1 / usual_total))


def _spoken(field: str) -> str:
    return shown(field.replace("_", " "), 60)


def _named(source: str) -> str:
    return "nothing (not stated)" if source == NONE else shown(source, 90)
