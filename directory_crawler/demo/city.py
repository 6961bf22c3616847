"""A business directory's world: every card in a given week, what is true of it, and what happened so far."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from directory_crawler.demo import word_tables as words
from directory_crawler.demo.circles import Circles
from directory_crawler.demo.duplicates import second_card
from directory_crawler.demo.life import draft_some, live_a_week
from directory_crawler.demo.organisations import Founder
from directory_crawler.demo.phone_forms import shows_main_number, split_extension
from directory_crawler.demo.records import CardTruth
from directory_crawler.demo.shape import shape_of
from directory_crawler.demo.street_map import StreetMap
from directory_crawler.demo.tree import grow_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from directory_crawler.demo.records import Card, Event
    from directory_crawler.demo.shape import Shape
    from directory_crawler.demo.tree import Tree

_MOST_RUBRICS = 6


class City:
    """The world in one week. Nothing in it changes: `advance` gives the next week's.

    `City(size, seed)` is week 0 with exactly `size` listed cards. The same (size, seed, week) is always the
    same world.

    Attributes:
        size, seed, week: what the world follows from.
        shape: the sizes of its parts in week 0, and the ceiling of a site that serves it.
        tree: groups, rubrics and leaves.
        districts: district id to name.
        cards: every card that ever was, by id: listed, draft, closed or gone.
    """

    def __init__(self, size: int = 2000, seed: int = 1) -> None:
        rng = Random(f"city {size} {seed}")
        self.size = size
        self.seed = seed
        self.week = 0
        self.shape: Shape = shape_of(size)
        self.tree: Tree = grow_tree(rng, self.shape)
        self._streets = StreetMap.draw(rng, self.shape.districts, size)
        self.districts = dict(zip(self._streets.district_ids, words.DISTRICT_NAMES, strict=False))
        founder = Founder(rng, self.tree, self._streets)
        cards = _settle(founder, self.shape)
        drafts = draft_some(founder, cards, max(2, size // 500))
        self.cards: Mapping[str, Card] = {card.id: card for card in (*cards, *drafts)}
        self._events: tuple[Event, ...] = ()

    @classmethod
    def at(cls, size: int, seed: int, week: int) -> City:
        """The world of that size and seed after `week` weeks."""
        city = cls(size, seed)
        for _ in range(week):
            city = city.advance()
        return city

    def advance(self) -> City:
        """The world a week later."""
        later = object.__new__(City)
        later.size, later.seed, later.week = self.size, self.seed, self.week + 1
        later.shape, later.tree, later.districts = self.shape, self.tree, self.districts
        later._streets = self._streets.copy()
        founder = Founder(
            Random(f"city {self.size} {self.seed} week {later.week}"), self.tree, later._streets
        )
        later.cards, events = live_a_week(founder, self.cards, later.week)
        later._events = (*self._events, *events)
        return later

    def listed_ids(self) -> frozenset[str]:
        """Ids that the listing pages show, in one rubric or more."""
        return frozenset(card.id for card in self.cards.values() if card.listed)

    def draft_ids(self) -> frozenset[str]:
        """Ids of cards that answer, are open, and stand on no listing page yet."""
        return frozenset(card.id for card in self.cards.values() if not card.listed and not card.gone)

    def events(self, since_week: int = 0) -> tuple[Event, ...]:
        """What happened after `since_week`, in order."""
        return tuple(event for event in self._events if event.week > since_week)

    @cached_property
    def truth(self) -> Mapping[str, CardTruth]:
        """The right values of every card that ever was."""
        return {card.id: _truth_of(card) for card in self.cards.values()}

    @cached_property
    def organisations(self) -> Mapping[str, tuple[str, ...]]:
        """Open organisations that a listing shows, each with the ids of its open cards."""
        cards_of: dict[str, list[Card]] = {}
        for card in self.cards.values():
            if not card.gone and card.status != "permanently_closed":
                cards_of.setdefault(card.org_id, []).append(card)
        return {
            org_id: tuple(card.id for card in cards)
            for org_id, cards in cards_of.items()
            if any(card.listed for card in cards)
        }

    def truth_fields(self, card_id: str) -> dict[str, Any]:
        """The right values of one card as a plain dict (KeyError for an id that never was)."""
        return asdict(self.truth[card_id])


def _truth_of(card: Card) -> CardTruth:
    hidden = card.tracked and not shows_main_number(card)
    parts = [split_extension(phone) for phone in card.phones[hidden:]]
    closed = card.gone or card.status == "permanently_closed"
    state = "gone" if card.gone else "listed" if card.listed else "draft"
    return CardTruth(
        card_id=card.id,
        org_id=card.org_id,
        status="permanently_closed" if closed else card.status,
        state=state,
        name=card.name,
        legal_name=card.legal_name,
        rubrics=card.rubrics,
        leaves=card.leaves,
        district=card.district,
        latitude=card.latitude,
        longitude=card.longitude,
        precision=card.precision,
        phones=tuple(number for number, _ in parts),
        extensions=tuple(extension for _, extension in parts),
        tracked=card.tracked,
        domain=card.domain,
        email=card.email,
        week=card.week,
        circle=card.circle,
    )


def _settle(founder: Founder, shape: Shape) -> list[Card]:
    """The listed cards of week 0: exactly as many, in exactly as many rows of each rubric, as the shape says."""
    rng, tree = founder.rng, founder.tree
    room = dict(tree.rows)
    pick = _rubric_picker(rng, room)
    copies = rng.choices((1, 2, 3), (80, 16, 4), k=shape.duplicated)
    organisations = shape.size - sum(copies)
    cards = [founder.card(member) for member in Circles(founder, pick, shape.size).draw()]
    in_circles = len(cards)
    # Circles for which there was no place have drawn rubrics, too.
    room.update(tree.rows)
    for card in cards:
        room[card.rubrics[0]] -= 1
    cards += [founder.card(founder.identity(pick(1))) for _ in range(organisations - in_circles)]
    plain = [card for card in cards[in_circles:] if not card.tracked]
    for first, further in zip(rng.sample(plain, shape.duplicated), copies, strict=True):
        for _ in range(further):
            card = second_card(founder, first)
            if room[first.rubrics[0]] > 0:
                room[first.rubrics[0]] -= 1
            else:
                rubric = pick(1)
                card = replace(card, rubrics=(rubric,), leaves=founder.leaves(rubric))
            cards.append(card)
    return _file_further(founder, cards, room)


def _rubric_picker(rng: Random, room: dict[str, int]) -> Callable[[int], str]:
    """Draws a rubric by size, with room for so many cards, and takes that room."""
    labels = list(room)
    totals: list[int] = []
    for label in labels:
        totals.append(room[label] + (totals[-1] if totals else 0))

    def pick(cards: int) -> str:
        while True:
            label = rng.choices(labels, cum_weights=totals)[0]
            if room[label] >= cards:
                room[label] -= cards
                return label

    return pick


def _file_further(founder: Founder, cards: list[Card], room: dict[str, int]) -> list[Card]:
    """Fill the room left in each rubric with cards of other rubrics, those of the same group first."""
    rng, rubrics = founder.rng, founder.tree.rubrics
    filed = [card.rubrics for card in cards]
    leaves = [card.leaves for card in cards]
    of_group: dict[str, list[int]] = {}
    for index, card in enumerate(cards):
        of_group.setdefault(rubrics[card.rubrics[0]].group_id, []).append(index)
    slots = [rubric for rubric, left in room.items() for _ in range(left)]
    rng.shuffle(slots)
    for rubric in slots:
        near = of_group.get(rubrics[rubric].group_id)
        for attempt in range(10**6):
            index = (
                rng.choice(near) if near and attempt < 4 and rng.random() < 0.5 else rng.randrange(len(cards))
            )
            if rubric not in filed[index] and (len(filed[index]) < _MOST_RUBRICS or attempt > 1000):
                break
        filed[index] += (rubric,)
        leaves[index] += founder.leaves(rubric)
    return [replace(card, rubrics=filed[i], leaves=leaves[i]) for i, card in enumerate(cards)]
