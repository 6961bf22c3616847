"""All slots of a worker under one ceiling: what each answer changes, and what becomes of a refused request."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from directory_crawler.core.pace.controller import Controller, Rates
from directory_crawler.core.pace.evidence import Limits, Patience, Persistence, SiteWide

if TYPE_CHECKING:
    from directory_crawler.core.pace.ceiling import Ceiling

_SERVED_MEANWHILE = 5
"""Answers to others that show that a site refuses one slot, and not everybody."""
_OWN_FAULT_AFTER = 5
_MOST_PAGES = 10_000


class Fate(Enum):
    """What becomes of a request that was refused."""

    AGAIN = "again"
    """It waits its turn in its slot."""
    PARK = "park"
    """Its unit is given back, not to be begun before the site's own time."""
    HAND_ON = "hand on"
    """It was refused too often while others were served: an error of this page."""


@dataclass(frozen=True)
class Patiences:
    """How long refusals are borne.

    ``times`` in a row for one request while others are served; ``longest_wait_s`` that a site may ask for before a
    unit is parked; ``pause_s`` that everything rests when refusals persist.
    """

    times: int = 8
    longest_wait_s: float = 600.0
    pause_s: float = 60.0
    limits: Limits = field(default_factory=Limits)


@dataclass
class Attempts:
    """How often the request for a page was refused, and how often others of its slot were served in between.

    A page without which there is no run (``is_needed``) is never given up. ``earlier`` counts the visits of its unit
    that were.
    """

    page: str = ""
    is_needed: bool = False
    earlier: int = 0
    times: int = 0
    alone: int = 0
    served_in_slot: int = 0


@dataclass
class Pacer:
    """The pace of a worker. ``surface_tops`` names the tops of surfaces; the others have the ceiling's."""

    rates: Rates
    ceiling: Ceiling
    patiences: Patiences
    surface_tops: dict[str, float] = field(default_factory=dict)
    slots: dict[str, Controller] = field(default_factory=dict)
    stopped: str | None = None
    """Why the run has to stop, resumable; or ``None``."""
    served: int = 0

    def __post_init__(self) -> None:
        self._site_wide = SiteWide()
        self._patience = Patience(self.patiences.limits)
        self._served_then: dict[str, int] = {}
        self._refused_since: set[str] = set()
        self._pages_that_err: set[str] = set()
        self._surfaces: set[str] = set()
        self._asked_until = -math.inf

    def slot(self, name: str, *, surface: bool) -> Controller:
        """Return the controller of a slot, made when it is first asked for."""
        controller = self.slots.get(name)
        if controller is None:
            rates = self.rates
            if surface:
                self._surfaces.add(name)
                top = self.surface_tops.get(name, self.ceiling.top)
                if math.isinf(top):
                    top = self.ceiling.fallback
                rates = rates.scaled(top)
            controller = self.slots[name] = Controller(rates)
        return controller

    def good(self, name: str, now: float, sent_at: float) -> None:
        """Take in an answer that is no refusal."""
        self._seen(name, now, sent_at).good(sent_at)
        self.served += 1
        self._refused_since.clear()
        self._served_then.pop(name, None)
        self._site_wide.good(name, now)
        self._patience.good()
        self.ceiling.relax(now)

    def refuse(
        self, name: str, now: float, sent_at: float, attempts: Attempts, wait_s: float | None = None
    ) -> Fate:
        """Take in a refusal that asks to wait ``wait_s`` seconds, if it says so."""
        controller = self._seen(name, now, sent_at)
        attempts.times += 1
        alone = attempts.times > 1 and controller.served > attempts.served_in_slot
        attempts.alone += alone
        attempts.served_in_slot = controller.served
        if attempts.page in self._pages_that_err:
            controller.refused += 1
            return Fate.HAND_ON
        if wait_s is not None:
            controller.hold(now + wait_s)
            self._asked_until = max(self._asked_until, now + wait_s)
        if alone:  # others of its slot were served meanwhile: the pace is not what is wrong with it
            controller.refused += 1
            if attempts.alone >= _OWN_FAULT_AFTER and not attempts.is_needed:
                return self._blame(name, attempts)
            return self._again_or_later(wait_s)
        controller.refuse(now, sent_at)
        if controller.row == 2:  # what was under way at the first refusal has been answered by now
            self._served_then[name] = self.served
        if self._site_wide.refuse(name, now, sent_at):
            self._refuse_everything(now)
        self._persist(self._patience.refuse(at_floor=controller.is_at_floor), now)
        self._refused_since.add(attempts.page)
        patience = max(self.patiences.times >> attempts.earlier, 2)  # each attempt is borne half as long
        if attempts.times >= patience and self._is_to_blame(name, attempts):
            return self._blame(name, attempts)
        return self._again_or_later(wait_s)

    def refuse_all(self, now: float, wait_s: float | None) -> None:
        """Take in that the site refuses whatever is asked: what robots.txt answers is meant for everything."""
        self._asked_until = max(self._asked_until, now + (wait_s or 0.0))
        self._refuse_everything(now)

    def forget(self, name: str) -> None:
        """Drop the slot of a slice that has ended."""
        self.slots.pop(name, None)
        self._served_then.pop(name, None)

    def _seen(self, name: str, now: float, sent_at: float) -> Controller:
        controller = self.slots[name]
        controller.began_at = controller.began_at or sent_at
        controller.answered_at = now
        return controller

    def _again_or_later(self, wait_s: float | None) -> Fate:
        return Fate.PARK if (wait_s or 0.0) > self.patiences.longest_wait_s else Fate.AGAIN

    def _refuse_everything(self, now: float) -> None:
        self._site_wide.begin_anew(now)
        self.ceiling.halve(now)
        wait = self._asked_until - now
        if wait > self.patiences.longest_wait_s:
            self.stopped = f"the site asks everything to wait for {wait:.0f} seconds"
        elif wait > 0:
            self.ceiling.hold(now, self._asked_until)

    def _persist(self, persistence: Persistence | None, now: float) -> None:
        if persistence is Persistence.PAUSE:
            self.ceiling.hold(now, now + self.patiences.pause_s)
        elif persistence is Persistence.STOP:
            self.stopped = "the site goes on refusing at the slowest pace, also after a pause"

    def _blame(self, name: str, attempts: Attempts) -> Fate:
        """Take a page for one that errs, also when it is tried again; a slice is given its time at each attempt."""
        if name in self._surfaces and len(self._pages_that_err) < _MOST_PAGES:
            self._pages_that_err.add(attempts.page)
        return Fate.HAND_ON

    def _is_to_blame(self, name: str, attempts: Attempts) -> bool:
        """Whether others are served, or were until only this one was left to ask."""
        if attempts.is_needed:
            return False
        then = self._served_then.get(name)
        others_are_served = then is not None and self.served - then >= _SERVED_MEANWHILE
        is_the_last = len(self._refused_since) == 1 and self.served >= _SERVED_MEANWHILE
        return attempts.alone > 0 or others_are_served or is_the_last
