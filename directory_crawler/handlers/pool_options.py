"""The settings of the proxy pool, read once; what contradicts itself is refused before a run begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.core.proxies.pool import PoolRules
from directory_crawler.core.ranges import expected, is_taken
from directory_crawler.settings import defaults

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

KINDS = ("gateway", "static")
SOURCES = ("PROXY_POOL_FILE", "PROXY_POOL_URL", "PROXY_POOL_COMMAND")
_GATEWAY_STRIKES = 10
"""Behind a gateway one exit in thirty fails at any time, which says nothing about the gateway itself."""


class ProxyPoolError(Exception):
    """A pool that cannot be used. The message names the setting and never what is secret in it."""


@dataclass(frozen=True)
class PoolOptions:
    """Where the list comes from, what kind of pool it is, and its pace.

    ``patience_s`` is how long a run waits while no entry answers.
    """

    source: str
    place: str
    gateway: bool
    tunnels: int
    per_minute: float
    at_once: int
    rest_s: float
    longest_rest_s: float
    patience_s: float

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> PoolOptions:
        """Read the settings of a pool that is configured. Raises `ProxyPoolError`."""
        named = sources(settings)
        if len(named) != 1:
            raise ProxyPoolError(f"{' and '.join(named)} are set: the list of proxies has one source")
        kind = settings.get("PROXY_POOL_KIND")
        if kind not in KINDS:
            raise ProxyPoolError(f"PROXY_POOL_KIND is {kind!r}: it should be {' or '.join(KINDS)}")
        return cls(
            source=named[0],
            place=str(settings.get(named[0])),
            gateway=kind == "gateway",
            tunnels=int(_number(settings, "PROXY_POOL_TUNNELS")),
            per_minute=_number(settings, "PROXY_POOL_PER_MINUTE"),
            at_once=int(_number(settings, "PROXY_POOL_AT_ONCE")),
            rest_s=_number(settings, "PROXY_POOL_REST"),
            longest_rest_s=_number(settings, "PROXY_POOL_LONGEST_REST"),
            patience_s=_number(settings, "PROXY_POOL_PATIENCE"),
        )

    def rules(self, entries: int) -> PoolRules:
        """Return the rules of a pool with so many entries; a gateway's tunnels are shared out among them."""
        if self.gateway:
            tunnels = max(1, round(self.tunnels / entries))
            return PoolRules(
                tunnels, self.per_minute, True, self.rest_s, self.longest_rest_s, _GATEWAY_STRIKES
            )
        return PoolRules(self.at_once, self.per_minute, False, self.rest_s, self.longest_rest_s)


def sources(settings: BaseSettings) -> list[str]:
    """Return the settings that name a list; where there are none, no pool is configured."""
    return [name for name in SOURCES if settings.get(name) is not None]


def _number(settings: BaseSettings, name: str) -> float:
    value, default = settings.get(name), defaults[name]
    if not is_taken(name, value, default):
        raise ProxyPoolError(f"{name} is {value!r}: it takes {expected(name, default)}")
    return settings.getfloat(name)
