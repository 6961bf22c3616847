"""What the workers of one run agree on: the rate of all together, which one of them lowers and time raises again."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.core.pace.ceiling import RELAX

if TYPE_CHECKING:
    from directory_crawler.core.pace.ceiling import Ceiling

ONE_EPISODE_S = 5.0
"""Workers that are refused together find it out one after the other: it is halved once."""


@dataclass(frozen=True)
class Shared:
    """The rate of a run as it stands, and how long ago it was changed, or halved (``None``: never)."""

    rate: float
    quiet_s: float
    halved_s: float | None


@dataclass(frozen=True)
class Agreed:
    """The rate from now on, and whether that is a change, or a halving."""

    rate: float
    changed: bool = False
    halved: bool = False


def agree(shared: Shared, mine: Ceiling, *, refused: bool) -> Agreed:
    """Return the rate of the run as one worker sees it; ``refused``: since it looked last, its site-wide refusals
    have halved its own."""
    top = mine.top if math.isfinite(mine.top) else mine.fallback
    rate = min(shared.rate, mine.top)
    if refused:
        if shared.halved_s is not None and shared.halved_s < ONE_EPISODE_S:
            return Agreed(rate)
        return Agreed(max(min(rate, top) / 2, mine.lowest), changed=True, halved=True)
    if rate < top and shared.quiet_s >= mine.quiet_s and shared.halved_s is not None:
        return Agreed(min(rate * RELAX, top), changed=True)
    return Agreed(rate, changed=rate != shared.rate)
