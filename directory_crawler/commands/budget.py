"""``scrapy budget SITE``: what a run costs before it starts, and how the last one kept to its plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import check_package, check_settings, database
from directory_crawler.sites.profile import ProfileError, load_profile

if TYPE_CHECKING:
    import argparse

    from directory_crawler.core.planning.budget import Counts
    from directory_crawler.sites.grammar import Profile
    from directory_crawler.storage.budget import Spent

USUAL_LATENCY_S = 2.0
"""Seconds to an answer where no run has measured them: what proxies need."""


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE [options]"

    def short_desc(self) -> str:
        return "Size a run before it starts, from the last one or from counts"

    def long_desc(self) -> str:
        return (
            "Size a run of a site (a bundled profile, or a path) before it starts: requests and bytes by stage, the"
            " time at several paces, the connections to hold. Without counts, from the last accepted run."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--cards", type=int, help="a first pass over so many cards of a directory")
        parser.add_argument("--rows", type=int, help="rows of all its listings (default 1.8 a card)")
        parser.add_argument("--rubrics", type=int, default=612, help="rubrics that are walked (default 612)")
        parser.add_argument(
            "--contacts",
            type=float,
            default=0.24,
            help="share of the cards with a contacts call (default 0.24)",
        )
        parser.add_argument("--postings", type=int, help="a first pass over so many postings of a board")
        parser.add_argument("--new", type=int, help="a day of that board, with so many new postings")
        parser.add_argument(
            "--undescribed",
            type=float,
            default=0.345,
            help="share listed without a description (default 0.345)",
        )
        parser.add_argument(
            "--latency", type=float, help="mean seconds to an answer (default: measured, else 2)"
        )
        parser.add_argument(
            "--allowance",
            type=float,
            default=0.035,
            help="share of the requests that fails anyway (default 0.035)",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("name one site: scrapy budget SITE")
        assert self.settings is not None
        try:
            profile = load_profile(args[0])
        except ProfileError as error:
            raise UsageError(str(error), print_help=False) from error
        self.settings.setdict(profile.settings, priority="spider")
        check_settings(self.settings)
        check_package(self.settings)
        counts = self.given(profile, opts)
        spent: list[Spent] = []
        if counts is None:
            counts, spent = self.from_last(profile)
        self.show(profile, counts, opts)
        if spent:
            show_plan_against_actual(spent)

    def given(self, profile: Profile, opts: argparse.Namespace) -> Counts | None:
        """Return the counts that the options name; ``None`` where they name none."""
        from directory_crawler.core.planning import budget  # noqa: PLC0415  every scrapy call imports commands

        assert self.settings is not None
        page_size = profile.listing.page_size
        if opts.cards is not None and profile.kind == "directory":
            rows = opts.rows or round(1.8 * opts.cards)
            first = budget.directory_first_pass(
                opts.cards, rows=rows, rubrics=opts.rubrics, page_size=page_size, contacts=opts.contacts
            )
            return budget.Counts("directory", first)
        if opts.postings is not None and profile.kind == "jobs":
            if opts.new is None:
                first = budget.board_first_pass(
                    opts.postings, page_size=page_size, undescribed=opts.undescribed
                )
                return budget.Counts("jobs", first)
            day = budget.board_day(
                opts.postings,
                new=opts.new,
                page_size=page_size,
                undescribed=opts.undescribed,
                share=self.settings.getint("LIVENESS_SHARE"),
                witness=self.settings.getint("WITNESS_SAMPLE") if profile.witness else 0,
            )
            return budget.Counts("jobs", day)
        if opts.cards is not None or opts.postings is not None:
            wanted = "--cards" if profile.kind == "directory" else "--postings"
            raise UsageError(
                f"{profile.name} is of kind {profile.kind}: size it with {wanted}", print_help=False
            )
        return None

    def from_last(self, profile: Profile) -> tuple[Counts, list[Spent]]:
        from directory_crawler.storage.budget import Forecast  # noqa: PLC0415  heavy

        assert self.settings is not None
        with database(self.settings) as connection:
            forecast = Forecast(connection, profile, self.settings)
            counts = forecast.next_run()
            last = connection.execute(
                "select max(run_id) from crawl.runs where site = %s and scope = ''", (profile.name,)
            ).fetchone()
            spent = forecast.after(last[0]) if last is not None and last[0] is not None else []
        if counts is None:
            wanted = "--cards N" if profile.kind == "directory" else "--postings N"
            raise UsageError(
                f"{profile.name} has no accepted run to go by: size a first one with {wanted}",
                print_help=False,
            )
        return counts, spent

    def show(self, profile: Profile, counts: Counts, opts: argparse.Namespace) -> None:
        from directory_crawler.core.planning import budget  # noqa: PLC0415  every scrapy call imports commands

        assert self.settings is not None
        planned = budget.stages(counts)
        total, size = sum(stage.requests for stage in planned), sum(stage.bytes for stage in planned)
        print(f"{'stage':<12}{'requests':>10}{'share':>8}{'megabytes':>12}{'share':>8}")
        for stage in planned:
            print(
                f"{stage.name:<12}{stage.requests:>10}{stage.requests / total:>8.1%}"
                f"{stage.bytes / 1e6:>12.1f}{stage.bytes / size:>8.1%}"
            )
        failing = round(opts.allowance * total)
        print(f"{'all':<12}{total:>10}{'':>8}{size / 1e6:>12.1f}")
        print(f"and {failing} that fail and come again ({opts.allowance:.1%})\n")
        tolerated = profile.pace.requests_per_second or self.settings.getfloat("THROTTLE_CEILING")
        latency = opts.latency or budget.mean_latency(planned) or USUAL_LATENCY_S
        print(
            f"the site is taken to tolerate {tolerated:g} requests a second; an answer takes {latency:.2f} s"
        )
        print(f"{'a second':>10}{'retries':>10}{'done':>8}{'takes':>12}{'under way':>12}{'tunnels':>10}")
        for pace in sorted({*budget.PACES, tolerated}):
            at = budget.at_pace(total, pace, tolerated=tolerated, allowance=opts.allowance)
            hold = budget.held(pace, latency)
            print(
                f"{pace:>10g}{at.retry_share:>10.1%}{at.completed:>7.1f}/s{_duration(at.seconds):>12}"
                f"{hold.requests:>12}{hold.tunnels:>10}"
            )


def show_plan_against_actual(spent: list[Spent]) -> None:
    """Print how the last run kept to its plan."""
    print(f"\nthe last run:\n{'stage':<12}{'planned':>10}{'asked':>10}{'of those again':>16}")
    for stage in spent:
        planned = "" if stage.planned is None else stage.planned
        print(f"{stage.stage:<12}{planned:>10}{stage.requests:>10}{stage.retries:>16}")


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 60 else f"{minutes} min"
