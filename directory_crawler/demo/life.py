"""A week in the life of a city: openings, closures, moves, drafts, edits, new duplicates."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from directory_crawler.demo.duplicates import respelled_house, respelled_street, second_card
from directory_crawler.demo.hours_forms import draw_week
from directory_crawler.demo.phone_forms import draw_phone
from directory_crawler.demo.records import Card, Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from directory_crawler.demo.organisations import Founder

# Weekly shares of the open organisations. Opened, closed and moved follow a measured week of a real directory
# (1 180, 640 and 300 of 80 118 cards); the others are chosen to be seen at a small size.
OPENED, CLOSED, MOVED = 0.015, 0.008, 0.004
HOURS_EDITED, PHONE_EDITED, RENAMED = 0.006, 0.004, 0.002
DUPLICATED, ALIAS_CLOSED = 0.001, 0.0005
DRAFT_SHARE = 0.12  # of the openings: fetched and found by search a week before they are listed
FLAGGED_SHARE = 0.35  # of the closures: flagged on a card that stays listed for a week
REOPENED_SHARE = 0.05  # of the flagged
_MOST_NEW_BRANCHES = (
    12  # every third of the first so many drafts is a branch: chains grow, but not with the city
)


def draft_some(founder: Founder, cards: Iterable[Card], wanted: int) -> list[Card]:
    """New organisations whose cards stand on no listing yet; some are further branches of a chain, linked to."""
    chains = [card for card in cards if card.circle in ("hotline", "franchise") and card.listed]
    drafts = []
    for number in range(wanted):
        who = founder.identity(_rubric(founder))
        if chains and number % 3 == 0 and number <= _MOST_NEW_BRANCHES:
            sibling = founder.rng.choice(chains)
            who.name, who.domain, who.chain, who.circle = (
                sibling.name,
                sibling.domain,
                sibling.chain,
                sibling.circle,
            )
            who.legal_name = who.email = None
            if sibling.circle == "hotline":
                who.phones = sibling.phones
        drafts.append(replace(founder.card(who), listed=False, status="active"))
    return drafts


def live_a_week(
    founder: Founder, cards: Mapping[str, Card], week: int
) -> tuple[dict[str, Card], list[Event]]:
    """The cards a week later, and what happened to whom."""
    for card in cards.values():
        founder.remember(card)
    later = _Week(founder, dict(cards), week)
    later.settle_last_week()
    later.close_and_move()
    later.edit()
    later.open_new()
    return later.cards, later.events


def _rubric(founder: Founder) -> str:
    rows = founder.tree.rows
    return founder.rng.choices(list(rows), list(rows.values()))[0]


def _with_main_number(card: Card, number: str) -> Card:
    return replace(card, phones=(number, *card.phones[1:]))


class _Week:
    """One week under way: the cards as they stand so far, and the organisations not yet touched."""

    def __init__(self, founder: Founder, cards: dict[str, Card], week: int) -> None:
        self.founder = founder
        self.cards = cards
        self.week = week
        self.events: list[Event] = []
        self._open: dict[str, list[str]] = {}
        for card in cards.values():
            if card.listed and card.status != "permanently_closed":
                self._open.setdefault(card.org_id, []).append(card.id)
        self._untouched = list(self._open)
        founder.rng.shuffle(self._untouched)
        self._before = len(self._untouched)

    def settle_last_week(self) -> None:
        """Drafts become listed; cards flagged last week answer 410, or were reopened after all."""
        flagged: dict[str, list[Card]] = {}
        for card in list(self.cards.values()):
            if card.gone:
                continue
            if card.status == "permanently_closed":
                flagged.setdefault(card.org_id, []).append(card)
            elif not card.listed:
                self.cards[card.id] = replace(card, listed=True)
                self._note("opened", card.org_id, (card.id,))
        for org_id, cards in flagged.items():
            # An organisation of which only an alias was closed has nothing to reopen.
            reopens = org_id not in self._open and self.founder.rng.random() < REOPENED_SHARE
            for card in cards:
                later = replace(card, status="active") if reopens else replace(card, listed=False, gone=410)
                self.cards[card.id] = later
            if reopens:
                self._note("reopened", org_id, tuple(card.id for card in cards))

    def close_and_move(self) -> None:
        """Some organisations close on all their cards, some lose one alias, some move with all of them."""
        for org_id in self._take(CLOSED):
            self._close("closed", org_id, self._open[org_id])
        aliased = [org_id for org_id in self._untouched if len(self._open[org_id]) > 1]
        for org_id in aliased[: self._share(ALIAS_CLOSED)]:
            self._untouched.remove(org_id)
            self._close("alias_closed", org_id, self._open[org_id][-1:])
        for org_id in self._take(MOVED):
            self._move(org_id)

    def edit(self) -> None:
        """Hours, phones and names change, on every card that says them."""
        rng = self.founder.rng
        for org_id in self._take(HOURS_EDITED):
            week, form = draw_week(rng)
            self._change(org_id, "hours", partial(replace, week=week, hours_form=form))
        for org_id in self._take(PHONE_EDITED):
            # Where a tracking number stands in front of the real one, nobody would see the edit.
            if not self.cards[self._open[org_id][0]].tracked:
                number = draw_phone(rng, self.founder.phones)
                self._change(org_id, "phones", partial(_with_main_number, number=number))
        for org_id in self._take(RENAMED):
            first = self.cards[self._open[org_id][0]]
            name = self.founder.name(first.rubrics[0], -self.week)
            self._change(org_id, "name", partial(replace, name=name, legal_name=None))

    def open_new(self) -> None:
        """New organisations, listed at once or drafts for a week; further cards of known ones."""
        openings = self._share(OPENED)
        drafts = draft_some(self.founder, list(self.cards.values()), max(1, round(openings * DRAFT_SHARE)))
        for card in drafts:
            self.cards[card.id] = card
            self._note("drafted", card.org_id, (card.id,))
        for _ in range(openings - len(drafts)):
            card = replace(self.founder.card(self.founder.identity(_rubric(self.founder))), status="active")
            while self.founder.rng.random() < 0.44:
                rubric = _rubric(self.founder)
                if rubric not in card.rubrics:
                    leaves = card.leaves + self.founder.leaves(rubric)
                    card = replace(card, rubrics=(*card.rubrics, rubric), leaves=leaves)
            self.cards[card.id] = card
            self._note("opened", card.org_id, (card.id,))
        for org_id in self._take(DUPLICATED):
            first = self.cards[self._open[org_id][0]]
            if first.tracked:
                continue
            card = second_card(self.founder, first)
            self.cards[card.id] = card
            self._note("duplicated", org_id, (card.id,))

    def _share(self, share: float) -> int:
        return max(1, round(self._before * share))

    def _take(self, share: float) -> list[str]:
        """That share of the organisations, none of which anything else happens to this week.

        Members of a circle share what would change, and stay as they are.
        """
        taken: list[str] = []
        wanted = self._share(share)
        while self._untouched and len(taken) < wanted:
            org_id = self._untouched.pop()
            if self.cards[self._open[org_id][0]].circle is None:
                taken.append(org_id)
        return taken

    def _close(self, kind: str, org_id: str, card_ids: list[str]) -> None:
        rng = self.founder.rng
        flagged = rng.random() < FLAGGED_SHARE
        status = rng.choice((404, 410))
        for card_id in card_ids:
            card = self.cards[card_id]
            self.cards[card_id] = (
                replace(card, status="permanently_closed")
                if flagged
                else replace(card, listed=False, gone=status)
            )
        self._note(kind, org_id, tuple(card_ids))

    def _move(self, org_id: str) -> None:
        """All cards take the new address; what a card did not say, it still does not say."""
        streets = self.founder.streets
        place = streets.draw_place(self.founder.rng)
        street = streets.streets[place.street]
        for card_id in self._open[org_id]:
            card = self.cards[card_id]
            point = (card.latitude, card.longitude)
            if card.precision == "exact":
                point = (place.latitude, place.longitude)
            elif card.precision == "street":
                point = streets.middle_of(place)
            self.cards[card_id] = replace(
                card,
                street=respelled_street(street.name, card.style) if card.street else "",
                house=respelled_house(place.house, card.style) if card.house else "",
                unit="",
                postcode=street.postcode if card.postcode else "",
                district=street.district if card.district else None,
                latitude=point[0],
                longitude=point[1],
            )
        self._note("moved", org_id, tuple(self._open[org_id]))

    def _change(self, org_id: str, field: str, edit: Callable[[Card], Card]) -> None:
        for card_id in self._open[org_id]:
            self.cards[card_id] = edit(self.cards[card_id])
        self._note("changed", org_id, tuple(self._open[org_id]), (field,))

    def _note(self, kind: str, org_id: str, card_ids: tuple[str, ...], fields: tuple[str, ...] = ()) -> None:
        self.events.append(Event(self.week, org_id, kind, card_ids, fields))
