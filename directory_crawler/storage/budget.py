"""What the next run of a site will ask for: from its last accepted run and from what is stored of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from directory_crawler.core.planning.budget import Counts, first_listings, windows_by_density
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.settings import BaseSettings

    from directory_crawler.sites.grammar import Profile
    from directory_crawler.storage.database import Connection

_USUAL_CHANGED = 0.01
"""Cards whose listing line changed in a week; postings edited in a day are fewer, and most need no detail."""
_USUAL_NEW_POSTINGS = 0.063
_USUAL_MISSED = 0.058


@dataclass(frozen=True)
class Spent:
    """A stage of a run that is over: what was planned and what it came to."""

    stage: str
    planned: int | None
    requests: int
    retries: int


class Forecast:
    """Counts of the next run. Shares that a first run cannot know are the usual ones."""

    def __init__(self, connection: Connection, profile: Profile, settings: BaseSettings) -> None:
        self.connection = connection
        self.profile = profile
        self.kind = profile.kind
        self.site = {"site": profile.name, "kind": profile.kind}
        self.settings = settings

    def next_run(self, as_of: datetime | None = None) -> Counts | None:
        """Return what the next whole run will ask for; ``None`` where none was accepted yet."""
        base = self._one("base", self.site)
        if base is None:
            return None
        run_id = {"run_id": base["run_id"]}
        measured = {row["stage"]: row for row in self._all("measured", run_id)}
        spent = {
            stage: row["requests"] - row["retries"] for stage, row in measured.items() if row["requests"]
        }
        requests = {name: spent[name] for name in ("robots", "rubrics", "sitemap", "feeds") if name in spent}
        pages = self._one("slices_of", run_id)
        assert pages is not None
        axis_pages = max(spent.get("probes", 0) - self._walked_probes(run_id), 0)
        requests |= {"probes": pages["first_pages"] + axis_pages, "listings": pages["further_pages"]}
        reasons = {row["reason"]: row["n"] for row in self._all("reasons", run_id)}
        usual = reasons if base["base_run"] is not None else None
        if usual is None and self.kind == "jobs" and pages["ceiling"] is not None:
            requests |= windows_by_density(
                pages["collected"], pages["ceiling"], self.profile.listing.page_size
            )
        if self.kind == "directory":
            requests |= self._cards(usual, spent, as_of or datetime.now(timezone.utc))
        else:
            requests |= self._postings(usual, spent)
        return Counts(
            self.kind,
            requests,
            sizes={stage: row["bytes_each"] for stage, row in measured.items() if row["requests"]},
            latencies_s={stage: row["seconds_each"] for stage, row in measured.items() if row["requests"]},
        )

    def first_run(self, run_id: int) -> dict[str, int]:
        """Return what the counts of its rubric tree say of a run that nothing went before."""
        counts = [row["count"] for row in self._all("tree", {"run_id": run_id})]
        plan = self._one("plan_of", {"run_id": run_id})
        if not counts or plan is None or plan["plan"] is None:
            return {}
        listing = self.profile.listing
        axes = plan["plan"].get("axes", {})
        values = next((len(axes[name]) for name in listing.axes if axes.get(name)), 0)
        orders = len(listing.orders.values) if listing.orders is not None and listing.orders.stable else 1
        ceiling = plan["plan"].get("ceiling")
        reach = None if ceiling is None else ceiling * orders
        return first_listings(counts, page_size=listing.page_size, reach=reach, values=values)

    def after(self, run_id: int) -> list[Spent]:
        """Planned against actual of a run, stage by stage."""
        return [
            Spent(row["stage"], row["planned"], row["requests"], row["retries"])
            for row in self._all("measured", {"run_id": run_id})
        ]

    def plan(self, run_id: int, requests: Mapping[str, int]) -> None:
        """Write down what a run is expected to ask for."""
        if requests:
            self.connection.execute(
                sql("crawl/budget.plan"), {"run_id": run_id, "planned": Jsonb(dict(requests))}
            )

    def _walked_probes(self, run_id: Mapping[str, Any]) -> int:
        """Page ones that a run asked for; what else its probes were are pages that name the values of axes."""
        row = self._one("walked_probes", run_id)
        assert row is not None
        return int(row["n"])

    def _cards(
        self, usual: Mapping[str, int] | None, spent: Mapping[str, int], as_of: datetime
    ) -> dict[str, int]:
        row = self._one(
            "rotating_cards",
            {
                **self.site,
                "refresh_share": self.settings.getint("REFRESH_SHARE"),
                "refresh_age_s": self.settings.getfloat("REFRESH_AGE"),
                "as_of": as_of,
            },
        )
        assert row is not None
        if usual is None:
            shares = (self.settings.getfloat("ACCEPT_USUAL_OPENED"), _USUAL_CHANGED)
            due = row["due"] + round(sum(shares) * row["open"])
            missing = row["missed"] + round(self.settings.getfloat("ACCEPT_USUAL_CLOSED") * row["open"])
        else:
            due = row["due"] + sum(usual.get(reason, 0) for reason in ("new", "changed", "reappeared"))
            missing = 2 * row["missed"]  # those that were missed last time, and as many new ones
        drafts = sum((usual or {}).get(reason, 0) for reason in ("branch", "pending", "search", "sitemap"))
        contacts = spent.get("contacts", 0) / max(spent.get("cards", 0), 1)
        cards = due + drafts
        return {
            "cards": cards,
            "contacts": round(contacts * cards),
            "verdicts": missing,
            "search": spent.get("search", 0) if usual else 0,
        }

    def _postings(self, usual: Mapping[str, int] | None, spent: Mapping[str, int]) -> dict[str, int]:
        share = self.settings.getint("LIVENESS_SHARE")
        row = self._one("rotating_postings", {**self.site, "share": max(share, 1)})
        assert row is not None
        if usual is None:
            details = round(_USUAL_NEW_POSTINGS * spent.get("details", 0))
            missing = round(_USUAL_MISSED * row["open"]) + row["suspect"]
        else:
            details, missing = spent.get("details", 0), 2 * row["suspect"]
        return {
            "details": details,
            "verdicts": missing,
            "liveness": row["due"] if share else 0,
            "witness": min(self.settings.getint("WITNESS_SAMPLE"), row["open"]) if "witness" in spent else 0,
        }

    def _one(self, name: str, parameters: Mapping[str, Any]) -> dict[str, Any] | None:
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(sql(f"crawl/budget.{name}"), parameters).fetchone()

    def _all(self, name: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(sql(f"crawl/budget.{name}"), parameters).fetchall()
