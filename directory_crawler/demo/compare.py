"""How a crawl of the bundled city compares with the truth that the city knows of itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from directory_crawler.demo.city import City
    from directory_crawler.demo.records import CardTruth
    from directory_crawler.storage.database import Connection

EVENTS = ("opened", "closed", "reopened", "moved", "changed")


@dataclass
class Comparison:
    """Counts of right and wrong. ``fields`` gives right values and values asked for, per field."""

    listed: int = 0
    stored: int = 0
    missing: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    fields: dict[str, tuple[int, int]] = field(default_factory=dict)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    true_pairs: int = 0
    found_pairs: int = 0
    right_pairs: int = 0
    organisations: int = 0
    events: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    @property
    def precision(self) -> float:
        return self.right_pairs / self.found_pairs if self.found_pairs else 1.0

    @property
    def recall(self) -> float:
        return self.right_pairs / self.true_pairs if self.true_pairs else 1.0

    def lines(self) -> Iterator[str]:
        """Yield the comparison as people read it."""
        reached = self.listed - len(self.missing)
        yield (
            f"coverage: {reached} of {self.listed} listed cards stored"
            f" ({reached / max(self.listed, 1):.2%}), {len(self.invented)} invented"
        )
        accuracy = ", ".join(f"{name} {right / max(n, 1):.1%}" for name, (right, n) in self.fields.items())
        yield f"fields right: {accuracy}"
        if self.organisations:
            yield (
                f"fold: {self.organisations} organisations, precision {self.precision:.4f},"
                f" recall {self.recall:.4f} over {self.true_pairs} true pairs"
            )
        for event, (found, true, right) in self.events.items():
            yield f"events {event}: {found} reported, {true} true, {right} right"


def compare(connection: Connection, site: str, city: City, run_id: int | None = None) -> Comparison:
    """Compare what the database holds of the site with the city of the week that was crawled.

    With ``run_id``, the events of that run are compared with those of the city's week.
    """
    result = Comparison()
    listed = set(city.listed_ids())
    cards = _cards(connection, site)
    stored = {card["org_id"] for card in cards if card["closed_at"] is None}
    result.listed, result.stored = len(listed), len(stored)
    result.missing, result.invented = sorted(listed - stored), sorted(stored - set(city.truth))
    _compare_fields(result, (card for card in cards if card["org_id"] in listed), city)
    _compare_fold(result, connection, site, city, listed)
    if run_id is not None:
        _compare_events(result, connection, run_id, city)
    return result


def _cards(connection: Connection, site: str) -> list[dict[str, Any]]:
    cursor = connection.execute(
        "select org_id, name, phones, tracked_phones, hours, district, domain, email, status, precision, closed_at"
        " from crawl.cards where site = %s",
        (site,),
    )
    names = [column.name for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _compare_fields(result: Comparison, cards: Iterable[dict[str, Any]], city: City) -> None:
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for card in cards:
        for name, is_right in _checks(card, city.truth[card["org_id"]]):
            asked[name] += 1
            right[name] += is_right
            if not is_right:
                result.wrong.setdefault(name, []).append(card["org_id"])
    result.fields = {name: (right[name], asked[name]) for name in asked}


def _checks(card: dict[str, Any], truth: CardTruth) -> Iterator[tuple[str, bool]]:
    yield "name", card["name"] == truth.name
    # A tracked number can only be told from a real one where the card was in the sample that is asked twice.
    if not truth.tracked or card["tracked_phones"]:
        yield "phones", {phone["number"] for phone in card["phones"]} == set(truth.phones)
    yield "hours", _week(card["hours"]) == truth.week
    yield "district", card["district"] == truth.district
    yield "website", (card["domain"] or None) == truth.domain
    yield "email", card["email"] == truth.email
    yield "status", card["status"] == truth.status
    yield "precision", card["precision"] == truth.precision


def _week(hours: list[Any] | None) -> tuple[Any, ...]:
    days = hours if hours is not None else [None] * 7
    return tuple(None if day is None else tuple(tuple(pair) for pair in day) for day in days)


def _compare_fold(
    result: Comparison, connection: Connection, site: str, city: City, listed: set[str]
) -> None:
    found: set[tuple[str, str]] = set()
    for (aliases,) in connection.execute("select aliases from crawl.organisations where site = %s", (site,)):
        result.organisations += 1
        found.update(_pairs(alias for alias in aliases if alias in listed))
    members: dict[str, list[str]] = {}
    for card_id in listed:
        members.setdefault(city.truth[card_id].org_id, []).append(card_id)
    true = {pair for ids in members.values() for pair in _pairs(ids)}
    result.true_pairs, result.found_pairs, result.right_pairs = len(true), len(found), len(true & found)


def _pairs(ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    return combinations(sorted(ids), 2)


def _compare_events(result: Comparison, connection: Connection, run_id: int, city: City) -> None:
    found: dict[str, set[str]] = {event: set() for event in EVENTS}
    rows = connection.execute(
        "select e.event, e.organisation_id, o.aliases from crawl.organisation_events e"
        " join crawl.runs r using (run_id)"
        " left join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id"
        " where e.run_id = %s",
        (run_id,),
    )
    for event, organisation_id, aliases in rows:
        owners = {
            city.truth[card].org_id for card in [organisation_id, *(aliases or ())] if card in city.truth
        }
        if event in found:
            found[event] |= owners or {organisation_id}
    for event in EVENTS:
        true = {e.org_id for e in city.events(city.week - 1) if e.kind == event}
        result.events[event] = (len(found[event]), len(true), len(true & found[event]))
