"""What a worker archives of the pages that it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.storage.archive import Archive

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

    from directory_crawler.items import KeptPage
    from directory_crawler.leases import LeasedFetch, LeasedSlice
    from directory_crawler.sites.pages import Page
    from directory_crawler.sites.readings import Line
    from directory_crawler.storage.runs import Identity


class Keeping:
    """Keeps the pages of records and of listings; nothing where ``archive`` is ``None``."""

    def __init__(self, archive: Archive | None = None, stats: StatsCollector | None = None) -> None:
        self.archive = archive
        self.stats = stats

    @classmethod
    def of(cls, settings: BaseSettings, identity: Identity, stats: StatsCollector) -> Keeping:
        """Archive what a run reads that may become the state of the world, unless the settings want no archive."""
        if settings.getfloat("ARCHIVE_DAYS") > 0 and identity.makes_the_world:
            return cls(Archive(settings.getint("ARCHIVE_LARGEST")), stats)
        return cls()

    def record(
        self,
        fetch: LeasedFetch,
        line: Line | None,
        pages: Mapping[str, Page | None],
        tokens: Collection[str] = (),
    ) -> tuple[KeptPage, ...]:
        """Return the pages of a record by surface, with the listing line that showed it, as they are archived."""
        if self.archive is None:
            return ()
        kept = (
            self._keep(surface, fetch.record_id, page, line=None if number else line, tokens=tokens)
            for number, (surface, page) in enumerate(pages.items())
            if page is not None
        )
        return tuple(page for page in kept if page is not None)

    def listing(self, leased: LeasedSlice, page: Page, before: list[KeptPage]) -> None:
        """Add a listing page to those kept ``before`` of the same visit, which share the room of one unit."""
        if self.archive is None:
            return
        room = self.archive.largest - sum(len(kept.frame) for kept in before)
        kept = self._keep("listing", str(leased.slice_id), page, position=len(before), room=room)
        if kept is not None:
            before.append(kept)

    def _keep(self, surface: str, unit: str, page: Page, **how: Any) -> KeptPage | None:
        assert self.archive is not None
        assert self.stats is not None
        kept = self.archive.keep(surface, unit, page, **how)
        if kept is None:
            self.stats.inc_value("archive/too_large")
        else:
            self.stats.inc_value("archive/pages")
            self.stats.inc_value("archive/bytes", len(kept.frame))
        return kept
