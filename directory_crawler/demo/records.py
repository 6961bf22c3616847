"""The plain records of a demo city: what a card says, what is true of it, and what happened in a week."""

from __future__ import annotations

from dataclasses import dataclass

# One weekday: [open, close] minutes past midnight (close > 1440 runs into the next day); () closed; None
# not stated.
Day = tuple[tuple[int, int], ...] | None
# Seven days, Monday first.
Week = tuple[Day, Day, Day, Day, Day, Day, Day]

UNKNOWN_WEEK: Week = (None, None, None, None, None, None, None)


@dataclass(frozen=True, slots=True)
class Rubric:
    """A rubric of the tree, with its group and its leaves (ids and labels)."""

    id: str
    name: str
    group_id: str
    leaves: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A top node of the tree and its rubrics."""

    id: str
    name: str
    rubrics: tuple[Rubric, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the directory, in one week.

    Attributes:
        org_id: the organisation that the card is of; equal on its duplicates.
        street, house, unit, postcode: as written on this card, "" where it says nothing.
        district: district id, or None where the site files the card under no district.
        precision: what the point is worth: "exact", "street" or "city".
        phones: E.164, with ";ext=" where there is an extension, or the bare digits of a short hotline.
        tracked: the site shows a tracking number, new at each contacts call, in place of the first of
            `phones`.
        website: as written; `domain` is what identifies its owner, None for social pages and shorteners.
        hours_form: in which representation the page gives `week`.
        listed: on the listing pages of its rubrics. A card neither listed nor gone is a draft.
        gone: 0, or the status (404, 410) with which its page now answers.
        chain: cards with an equal value link to each other as branches.
        circle: which hard negative the card belongs to, None for the rest.
        style: a number from which every choice of writing follows.
    """

    id: str
    org_id: str
    name: str
    legal_name: str | None
    street: str
    house: str
    unit: str
    postcode: str
    district: str | None
    latitude: float
    longitude: float
    precision: str
    phones: tuple[str, ...]
    tracked: bool
    website: str | None
    domain: str | None
    links: tuple[str, ...]
    email: str | None
    week: Week
    hours_form: str
    rubrics: tuple[str, ...]
    leaves: tuple[str, ...]
    rating: float | None
    reviews: int
    photos: int
    status: str
    listed: bool
    gone: int
    chain: str | None
    circle: str | None
    style: int


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to one organisation in one week.

    `kind` is opened, closed, reopened, moved or changed; drafted (a card that no listing shows yet),
    duplicated (a further card of a known organisation) and alias_closed (one of several cards went) are no
    events of an organisation and stand here for whoever wants to explain a difference. `fields` names what
    changed.
    """

    week: int
    org_id: str
    kind: str
    card_ids: tuple[str, ...]
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTruth:
    """The right values of one card, normalised.

    `phones` are E.164 (bare digits for a short hotline), `extensions` stand beside them by position ("" for
    none); `tracked` says that the contacts call shows, in place of the first number, another one at each
    call; the real one is among `phones` only where the card's page gives it away.
    """

    card_id: str
    org_id: str
    status: str
    state: str  # listed, draft or gone
    name: str
    legal_name: str | None
    rubrics: tuple[str, ...]
    leaves: tuple[str, ...]
    district: str | None
    latitude: float
    longitude: float
    precision: str
    phones: tuple[str, ...]
    extensions: tuple[str, ...]
    tracked: bool
    domain: str | None
    email: str | None
    week: Week
    circle: str | None
