"""The fold of a site: its cards become organisations, one row each, under ids for life."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from psycopg.types.json import Jsonb

from directory_crawler.core.identity.ages import age_ranks
from directory_crawler.core.identity.columns import Columns, Numbered, columns
from directory_crawler.core.identity.fold import Caps, Fold, fold
from directory_crawler.core.identity.organisations import Known, Naming, name_clusters
from directory_crawler.core.identity.points import vague_points
from directory_crawler.core.identity.survivors import order_by_worth
from directory_crawler.core.normal.coordinates import BUILDING_HOLDS
from directory_crawler.core.normal.streets import street_key
from directory_crawler.postcrawl import arrow_columns
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.settings import BaseSettings

    from directory_crawler.core.identity.columns import Indices, Mask
    from directory_crawler.storage.database import Connection


TEXTS = {
    "webs": "web_key",
    "addresses": "address_key",
    "houses": "house",
    "units": "unit",
    "postcodes": "postcode",
    "cities": "city",
}
"""Columns of the fold, by the column of ``directory/fold.cards`` that they come from."""


@dataclass(frozen=True)
class Folded:
    """What a fold came to: organisations in all, of several cards, and those that merged or split."""

    cards: int
    organisations: int
    of_several: int
    merged: int
    split: int

    def __str__(self) -> str:
        return (
            f"{self.cards} cards are {self.organisations} organisations, {self.of_several} of several cards;"
            f" {self.merged} merged, {self.split} split"
        )


def apply(connection: Connection, run_id: int, settings: BaseSettings) -> Folded:
    """Fold all cards of the run's site anew and bring its organisations up to date.

    Works inside the caller's transaction, on ``crawl.cards`` as they are there; a repeated call changes nothing.
    Writes ``organisations``, ``fold_links``, and the run's events ``merged`` and ``split``.
    """
    row = connection.execute(sql("directory/fold.subject"), {"run_id": run_id}).fetchone()
    if row is None:
        raise LookupError(f"no run {run_id}: crawl.runs lists those there are")
    site = row[0]
    cards = _Cards.load(connection, site, settings.getint("FOLD_BUILDING_HOLDS", BUILDING_HOLDS))
    caps = Caps(
        phone=settings.getint("FOLD_PHONE_CAP", Caps.phone),
        web=settings.getint("FOLD_WEB_CAP", Caps.web),
        place=settings.getint("FOLD_PLACE_CAP", Caps.place),
    )
    folded = fold(cards.columns, caps)
    naming = _name(connection, site, cards, folded)
    _stage(connection, cards, folded, naming)
    parameters = {"site": site, "run_id": run_id}
    for step in (
        "analyze",
        "mark_vague",
        "organisations",
        "gather_lists",
        "merge_organisations",
        "drop_merged",
        "merge_links",
        "drop_links",
    ):
        connection.execute(sql(f"directory/fold.{step}"), parameters)
    _write_events(connection, run_id, naming)
    return Folded(
        cards=len(cards.ids),
        organisations=len(naming.organisations),
        of_several=sum(len(aliases) > 1 for aliases in naming.organisations.values()),
        merged=sum(change.event == "merged" for change in naming.changes),
        split=sum(change.event == "split" for change in naming.changes),
    )


def refold(connection: Connection, site: str, settings: BaseSettings) -> Folded:
    """Fold a site from what is stored, outside a run; what changes is counted to the newest accepted run.

    Raises `LookupError` where no run of the site was accepted.
    """
    subject = {"site": site, "kind": "directory"}
    with connection.transaction():
        row = connection.execute(sql("crawl/runs.last_accepted"), subject).fetchone()
        if row is None:
            raise LookupError(f"no accepted run of {site!r}: there is nothing to fold before one is")
        folded = apply(connection, row[0], settings)
        connection.execute(sql("directory/changes.name_last_changes"), {"run_id": row[0]})
    return folded


def keep_apart(connection: Connection, site: str, one: str, other: str) -> bool:
    """Note that two cards are not one organisation, for every fold to come; return whether they were one.

    Raises `LookupError` for a card that the site does not have.
    """
    pair = sorted((one, other))
    rows = connection.execute(sql("directory/fold.known_cards"), {"site": site, "ids": pair}).fetchall()
    organisation_of: dict[str, str | None] = dict(rows)
    for card in pair:
        if card not in organisation_of:
            raise LookupError(
                f"no card {card!r} of {site!r}: scrapy why {site} ID shows what is known of an id"
            )
    connection.execute(sql("directory/fold.keep_apart"), {"site": site, "card_a": pair[0], "card_b": pair[1]})
    return organisation_of[one] is not None and organisation_of[one] == organisation_of[other]


@dataclass(frozen=True)
class _Cards:
    """All cards of a site. ``vague`` marks points that the data shows to be no place of their own."""

    ids: list[str]
    columns: Columns
    vague: Mask
    worth: Indices
    unfolded: list[tuple[str, str]]

    @classmethod
    def load(cls, connection: Connection, site: str, building_holds: int) -> _Cards:
        table = arrow_columns.read(connection, sql("directory/fold.cards"), {"site": site})
        ids = table["org_id"].to_pylist()
        unfolded = connection.execute(sql("directory/fold.unfolded"), {"site": site}).fetchall()
        place = {card: number for number, card in enumerate(ids)} if unfolded else {}
        rank = age_ranks(ids, table["first_seen"].to_pylist())
        streets = arrow_columns.texts(table["street"])
        cards = columns(
            names=arrow_columns.words(table["name"]),
            phones=arrow_columns.lists(table["phones"]),
            streets=Numbered(streets.codes, [street_key(str(street), ()) for street in streets.values]),
            latitude=table["latitude"].to_numpy(),
            longitude=table["longitude"].to_numpy(),
            exact=table["exact"].to_numpy(),
            closed=table["closed"].to_numpy(),
            rank=rank,
            apart=[(place[a], place[b]) for a, b in unfolded if a in place and b in place],
            **{name: arrow_columns.texts(table[column]) for name, column in TEXTS.items()},
        )
        vague = vague_points(cards, building_holds)
        cards.exact[vague] = False
        worth = order_by_worth(
            cards.closed, table["has_legal_name"].to_numpy(), table["filled"].to_numpy(), rank
        )
        return cls(ids, cards, vague, worth, unfolded)


def _name(connection: Connection, site: str, cards: _Cards, folded: Fold) -> Naming:
    members: dict[int, list[str]] = {}
    for card, head in zip(cards.ids, folded.cluster.tolist(), strict=True):
        members.setdefault(head, []).append(card)
    known = [
        Known(organisation_id, frozenset(aliases), first_seen)
        for organisation_id, aliases, first_seen in connection.execute(
            sql("directory/fold.known"), {"site": site}
        )
    ]
    retired = {row[0] for row in connection.execute(sql("directory/fold.retired"), {"site": site})}
    closed = {cards.ids[card] for card in np.flatnonzero(cards.columns.closed)}
    age = dict(zip(cards.ids, cards.columns.rank.tolist(), strict=True))
    return name_clusters(
        members.values(), known, age=age, closed=closed, apart=cards.unfolded, retired=retired
    )


def _stage(connection: Connection, cards: _Cards, folded: Fold, naming: Naming) -> None:
    """Hand clusters and evidence to the database."""
    connection.execute(sql("directory/fold.folded"))
    with connection.cursor() as cursor:
        with cursor.copy(
            "copy folded (org_id, organisation_id, place, alone, review, vague) from stdin"
        ) as copy:
            for row in _rows(cards, folded, naming):
                copy.write_row(row)
        with cursor.copy("copy folded_links (card_a, card_b, key_kind, key_value) from stdin") as copy:
            for join in folded.joins:
                copy.write_row((cards.ids[join.a], cards.ids[join.b], join.kind, join.value))


def _rows(
    cards: _Cards, folded: Fold, naming: Naming
) -> Iterator[tuple[str, str, int | None, bool, bool, bool]]:
    """The rows of ``folded``. A closed card is silent while another one is open."""
    number = {card: place for place, card in enumerate(cards.ids)}
    review = {card for pair in folded.parted for card in pair}
    worth, closed, vague = cards.worth.tolist(), cards.columns.closed.tolist(), cards.vague.tolist()
    for organisation_id, aliases in naming.organisations.items():
        members = sorted((number[card] for card in aliases), key=worth.__getitem__)
        alone, ended = len(members) == 1, closed[members[0]]
        for place, card in enumerate(members):
            speaks = place if closed[card] == ended else None
            yield cards.ids[card], organisation_id, speaks, alone, card in review, vague[card]


def _write_events(connection: Connection, run_id: int, naming: Naming) -> None:
    events: list[dict[str, Any]] = [
        {
            "run_id": run_id,
            "organisation_id": change.organisation_id,
            "event": change.event,
            "detail": Jsonb({"into" if change.event == "merged" else "from": change.other}),
        }
        for change in naming.changes
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql("directory/fold.add_event"), events)
