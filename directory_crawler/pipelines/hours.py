"""Opening hours as weeks; what cannot be read stays raw and is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours import parse_hours, render_hours
from directory_crawler.pipelines.base import CardPipeline

if TYPE_CHECKING:
    from directory_crawler.items import Card

HOURS_UNREAD = "hours_unread"


class HoursPipeline(CardPipeline):
    """Reads a card's hours in the profile's languages, under its rule for 00:00-00:00."""

    def normalise(self, card: Card) -> None:
        values = card.raw.get("hours")
        if not values:
            return
        hours = parse_hours(
            values[0] if len(values) == 1 else values,
            languages=self.profile.languages,
            midnight=self.profile.hours.midnight,
        )
        if hours.unread is not None:
            card.flags.append(HOURS_UNREAD)
            card.fault("hours", hours.unread.partition(":")[0], str(values)[:200])
            return
        card.hours = [None if day is None else [list(interval) for interval in day] for day in hours.days]
        card.hours_text = render_hours(hours)
        card.round_the_clock = hours.round_the_clock
