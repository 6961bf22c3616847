"""The figures that a check measures: what the profile says, what the site does, and how that was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from directory_crawler.sites.grammar import Profile
    from directory_crawler.trying.shown import Shown


@dataclass(frozen=True)
class Figure:
    """One measured thing. ``key`` is its place in the profile, dotted; only a figure with a ``value`` is written there.

    ``found`` is what people read.
    """

    name: str
    found: str
    how: str
    key: str = ""
    value: int | bool | None = None


def by_key(figures: Iterable[Figure]) -> dict[str, int | bool]:
    """What a profile can be told, by its keys."""
    return {figure.key: figure.value for figure in figures if figure.key and figure.value is not None}


def said(profile: Profile, key: str) -> object:
    """What a profile says under a dotted key; ``None`` where it says nothing."""
    found: object = profile
    for part in key.split("."):
        found = getattr(found, part, None)
    return found


def show_figures(shown: Shown, profile: Profile, figures: Iterable[Figure]) -> None:
    """Tell what was measured, beside what the profile says of it."""
    rows = []
    for figure in figures:
        known = said(profile, figure.key) if figure.key else None
        rows.append((figure.name, "" if known is None else str(known).lower(), figure.found, figure.how))
    shown.table("measured", ("what", "profile", "site", "how"), rows)
