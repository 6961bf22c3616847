"""What happened to an organisation between two accepted runs, told by its cards.

Closing one alias is no event while another card is open. Aliases catch up with each other week by week: a value that
another card of the organisation showed before is no news, and so a new survivor alone is neither a move nor a change.
Ratings, counts and call-tracking numbers are never compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

EventName: TypeAlias = Literal["opened", "closed", "reopened", "moved", "changed"]

CALL_TRACKING = "call_tracking"
"""The flag of a card whose number differs between two calls; its phones are never compared."""

PLACE_FIELDS = frozenset({"address", "district", "coordinates"})
"""What a move explains."""

_DECIMALS = 4  # about 11 m, as in the card digest


@dataclass(frozen=True, slots=True)
class Event:
    """One event, with what a reader needs to understand it."""

    name: EventName
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of the organisation that was open before the run and still is: its record then and now.

    Records carry the columns of ``crawl.cards``; ``before`` is ``after`` where the run did not edit the card.
    """

    card_id: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


def standing_event(*, known: bool, was_open: bool, is_open: bool) -> Event | None:
    """Return the event of an organisation's beginning or end. ``known``: an accepted run knew one of its cards."""
    if not known:
        return Event("opened") if is_open else None
    if was_open == is_open:
        return None
    return Event("reopened" if is_open else "closed")


def edit_events(cards: Sequence[KnownCard]) -> list[Event]:
    """Return what moved or changed in an organisation that was open before and still is."""
    fields = changed_fields(cards)
    moved = _move(cards)
    events = []
    if moved is not None:
        events.append(
            Event(
                "moved",
                {"card": moved.card_id, "from": _address(moved.before), "to": _address(moved.after)},
            )
        )
        fields = {name: change for name, change in fields.items() if name not in PLACE_FIELDS}
    if fields:
        events.append(Event("changed", {"fields": sorted(fields), **fields}))
    return events


def changed_fields(cards: Iterable[KnownCard]) -> dict[str, dict[str, Any]]:
    """Return the fields in which the organisation says something new, each with a value from before and now.

    A field has changed when a card shows a value that no card showed before, or when the last card that stated it
    states it no longer.
    """
    changed = {}
    pairs = [(_compared(card.before), _compared(card.after)) for card in cards]
    for name in pairs[0][0] if pairs else ():
        phones_are_tracked = name == "phones" and any(
            CALL_TRACKING in record.get("flags", ()) for card in cards for record in (card.before, card.after)
        )
        if phones_are_tracked:
            continue
        before = {values[name] for values, _ in pairs} - {None}
        after = {values[name] for _, values in pairs} - {None}
        if after - before or (before and not after):
            changed[name] = {
                "from": _shown(min(before - after or before, key=str, default=None)),
                "to": _shown(min(after - before, key=str, default=None)),
            }
    return changed


def _move(cards: Sequence[KnownCard]) -> KnownCard | None:
    """Return the card whose identity keys survived while its address became one that no card had before."""
    addresses = {card.before.get("address_key") for card in cards}
    for card in cards:
        then, now = card.before.get("address_key"), card.after.get("address_key")
        if then and now and then != now and now not in addresses and _same_identity(card):
            return card
    return None


def _same_identity(card: KnownCard) -> bool:
    """Whether a phone or the web domain survives; a card with neither before and now is known by its name."""
    before, after = card.before, card.after
    phones = set(before.get("phone_keys") or ()), set(after.get("phone_keys") or ())
    web = before.get("web_key"), after.get("web_key")
    if phones[0] & phones[1] or (web[0] and web[0] == web[1]):
        return True
    return not (any(phones) or any(web)) and _name(before) == _name(after) is not None


def _name(record: Mapping[str, Any]) -> Hashable:
    return frozenset(record.get("name_tokens") or ()) or record.get("name")


def _compared(record: Mapping[str, Any]) -> dict[str, Hashable]:
    """The fields of the card digest, in a form that compares: absent and empty are the same."""
    hours = record.get("hours")
    return {
        "name": record.get("name") or None,
        "legal_name": record.get("legal_name") or None,
        "rubrics": _as_set(record.get("rubrics")),
        "address": record.get("address_key") or None,
        "district": record.get("district") or None,
        "coordinates": _rounded(record.get("latitude"), record.get("longitude")),
        "hours": _frozen(hours) if hours and any(day is not None for day in hours) else None,
        "phones": _as_set(record.get("phone_keys")),
        "website": record.get("domain") or None,
        "email": record.get("email") or None,
        "status": record.get("status") or None,
    }


def _rounded(latitude: float | None, longitude: float | None) -> Hashable:
    if latitude is None or longitude is None:
        return None
    return round(latitude, _DECIMALS), round(longitude, _DECIMALS)


def _as_set(values: Iterable[str] | None) -> Hashable:
    return tuple(sorted(set(values or ()))) or None


def _frozen(value: Any) -> Hashable:
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def _shown(value: Hashable) -> Any:
    return [_shown(part) for part in value] if isinstance(value, tuple) else value


def _address(record: Mapping[str, Any]) -> Any:
    return record.get("address") or record.get("address_key")
