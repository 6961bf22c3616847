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
    """How often one request was refused, and how many good answers its slot had given at the last time."""

    times: int = 0
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
        self._asked_until = -math.inf

    def slot(self, name: str, *, surface: bool) -> Controller:
        """Return the controller of a slot, made when it is first asked for."""
        controller = self.slots.get(name)
        if controller is None:
            rates = self.rates
            if surface:
                top = self.surface_tops.get(name, self.ceiling.top)
                if math.isinf(top):
                    top = self.ceiling.fallback
                rates = rates.scaled(top)
            controller = self.slots[name] = Controller(rates)
        return controller

    def good(self, name: str, now: float, sent_at: float) -> None:
        """Take in an answer that is no refusal."""
        self.slots[name].good(sent_at)
        self.served += 1
        self._served_then.pop(name, None)
        self._site_wide.good(name, now)
        self._patience.good()
        self.ceiling.relax(now)

    def refuse(
        self, name: str, now: float, sent_at: float, attempts: Attempts, wait_s: float | None = None
    ) -> Fate:
        """Take in a refusal that asks to wait ``wait_s`` seconds, if it says so."""
        controller = self.slots[name]
        attempts.times += 1
        alone = attempts.times > 1 and controller.served > attempts.served_in_slot
        attempts.served_in_slot = controller.served
        if wait_s is not None:
            controller.hold(now + wait_s)
            self._asked_until = max(self._asked_until, now + wait_s)
        if alone:  # others of its slot were served meanwhile: the pace is not what is wrong with it
            controller.refused += 1
            return Fate.HAND_ON if attempts.times > _OWN_FAULT_AFTER else self._again_or_later(wait_s)
        controller.refuse(now, sent_at)
        if controller.row == 2:  # what was under way at the first refusal has been answered by now
            self._served_then[name] = self.served
        if self._site_wide.refuse(name, now, sent_at):
            self._refuse_everything(now)
        self._persist(self._patience.refuse(at_floor=controller.is_at_floor), now)
        if attempts.times >= self.patiences.times and self._others_are_served(name):
            return Fate.HAND_ON
        return self._again_or_later(wait_s)

    def refuse_all(self, now: float, wait_s: float | None) -> None:
        """Take in that the site refuses whatever is asked: what robots.txt answers is meant for everything."""
        self._asked_until = max(self._asked_until, now + (wait_s or 0.0))
        self._refuse_everything(now)

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

    def _others_are_served(self, name: str) -> bool:
        then = self._served_then.get(name)
        return then is not None and self.served - then >= _SERVED_MEANWHILE
