"""How the workers of a run divide its ceiling: by need, each what it asks for as long as all can have theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAST = 0.02
"""Share that a worker keeps though it needs nothing: enough to begin with."""


def fair_shares(needs: Mapping[str, float], ceiling: float) -> dict[str, float]:
    """Divide ``ceiling`` among workers that could send ``needs`` requests a second, as shares that add up to one.

    Who needs less than an equal part keeps what it needs (and never less than a little); the rest is divided
    equally among the others. What nobody needs is divided equally, too: need grows without notice.
    """
    if not needs:
        return {}
    least = min(LEAST, 1.0 / len(needs))
    wanted = {worker: max(need / ceiling, least) for worker, need in needs.items()}
    shares: dict[str, float] = {}
    left, open_ = 1.0, sorted(wanted, key=lambda worker: (wanted[worker], worker))
    for number, worker in enumerate(open_):
        shares[worker] = min(wanted[worker], left / (len(open_) - number))
        left -= shares[worker]
    spare = max(left, 0.0) / len(shares)
    return {worker: share + spare for worker, share in shares.items()}


def grant(worker: str, held: Mapping[str, float], fair: Mapping[str, float]) -> float:
    """Return the share that ``worker`` may take now: its fair one, as far as the others have let go of theirs."""
    others = sum(share for name, share in held.items() if name != worker)
    return max(min(fair[worker], 1.0 - others), 0.0)
