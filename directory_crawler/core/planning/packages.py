"""How many connections a run may hold of the proxy packages that it shares with others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGES = {"regular": 1_000, "corporate": 3_000}
"""Parallel connections that a proxy package allows."""


@dataclass(frozen=True)
class Package:
    """What of the packages a run may hold. ``others`` is what else on the machine goes through them.

    Two packages do not add up: the larger one counts. Each further source address takes its part of it.
    """

    packages: tuple[str, ...] = ()
    addresses: int = 1
    others: int = 0

    @property
    def share(self) -> int | None:
        """Connections that the run may hold; ``None`` where nothing limits them."""
        if not self.packages:
            return None
        allowed = max(_allowed(name) for name in self.packages)
        return max(allowed // max(self.addresses, 1) - self.others, 0)


def _allowed(package: str) -> int:
    if package in PACKAGES:
        return PACKAGES[package]
    if package.isascii() and package.isdecimal() and int(package) > 0:
        return int(package)
    known = ", ".join(f"{name} ({n})" for name, n in PACKAGES.items())
    raise ValueError(f"no package {package!r}: expected {known}, or a number of connections")


def over_the_share(package: Package, wanted: Mapping[str, int]) -> str | None:
    """Say which setting wants more connections than the run may hold, or return ``None``."""
    share = package.share
    if share is None:
        return None
    for name, connections in wanted.items():
        if connections > share:
            return (
                f"{name} is {connections}, and of {' and '.join(package.packages)} this run may hold {share}"
                f" ({package.addresses} source addresses, {package.others} held by others): lower it to {share}"
            )
    return None
