"""A card's life: what the evidence of one run makes of it.

The table of the directory specification, section 8. A card closes on its own word at once, and by absence only
after two runs in a row whose slices, proven complete, would have shown it and whose direct fetch found nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["gone", "closed", "live", "unknown"]
"""What a direct fetch of this run said: 410; marked as closed for good; alive; 404 or nothing that counts."""

MISSES_TO_CLOSE = 2
"""Misses in a row after which an absent card is closed (directory specification, section 8)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a run learned of a card.

    ``covered`` is whether slices proven complete contain every place where the card would be listed. ``verdict``
    is ``None`` where its page was not had in this run, which says nothing.
    """

    sighted: bool
    covered: bool
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class CardState:
    """How a card stands. ``unlisted``: its page is alive though no listing shows it any more."""

    is_open: bool = True
    misses: int = 0
    unlisted: bool = False


Change: TypeAlias = Literal["closed", "closed by absence", "reopened"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state after a run, and what changed: closed on the card's own word, by absence, or reopened."""

    state: CardState
    change: Change | None = None


def judge_card(state: CardState, evidence: Evidence) -> Outcome:
    """Return what the evidence of one accepted run makes of a card; the first row that matches wins."""
    if evidence.verdict in ("gone", "closed"):
        closed = replace(state, is_open=False, unlisted=False)
        return Outcome(closed, "closed" if state.is_open else None)
    if evidence.sighted:
        reopens = not state.is_open and evidence.verdict == "live"
        seen = CardState(is_open=state.is_open or reopens)
        return Outcome(seen, "reopened" if reopens else None)
    if not state.is_open or not evidence.covered or evidence.verdict is None:
        return Outcome(state)
    if evidence.verdict == "live":
        return Outcome(replace(state, unlisted=True))
    missed = replace(state, misses=state.misses + 1)
    if missed.misses >= MISSES_TO_CLOSE:
        return Outcome(replace(missed, is_open=False, unlisted=False), "closed by absence")
    return Outcome(missed)
