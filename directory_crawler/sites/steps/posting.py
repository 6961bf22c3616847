"""Asking for job postings, and reading what their lines, details and pages say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from directory_crawler.sites.chains import Sources, evaluate
from directory_crawler.sites.readings import CardReading, Line
from directory_crawler.sites.steps.base import Steps, chain
from directory_crawler.sites.values import Value, as_text
from directory_crawler.sites.walls import looks_like_a_wall

if TYPE_CHECKING:
    from directory_crawler.sites.grammar import Profile, Surface
    from directory_crawler.sites.pages import Page, PageRequest


class PostingSteps(Steps):
    """The detail of a posting, and the page that people see."""

    def __init__(self, profile: Profile, base_url: str | None = None) -> None:
        super().__init__(profile, base_url)
        posting, witness = profile.posting, profile.witness
        if posting is None:
            return
        self._posting_fields = {str(name): chain(links) for name, links in posting.fields.items()}
        self._posting_content = chain(posting.content)
        self._posting_closed = chain(posting.closed)
        self._markers = tuple(
            " ".join(text.casefold().split()) for texts in posting.closed_markers.values() for text in texts
        )
        self._witness_fields = {
            str(name): chain(links) for name, links in (witness.fields if witness else {}).items()
        }

    def posting_request(self, record_id: str, *, head: bool = False) -> PageRequest:
        """The detail of a posting; ``head`` asks only whether it is there, where the profile says that this tells."""
        posting = self.profile.posting
        assert posting is not None
        asked = self._request(posting, {"id": record_id})
        return replace(asked, method="HEAD") if head and posting.head else asked

    def read_posting(self, record_id: str, page: Page, *, head: bool = False) -> CardReading:
        """What a detail says of the posting's life.

        Gone is 404 or 410. Closed is a marker in the posting's own content. An answer from elsewhere (after a
        redirect), a wall, an error, or a page without any of the posting's fields says nothing.
        """
        posting = self.profile.posting
        assert posting is not None
        if page.status in (404, 410):
            return CardReading("gone" if self._is_from(posting, record_id, page) else "unknown")
        if not 200 <= page.status < 300 or not self._is_from(posting, record_id, page):
            return CardReading("unknown")
        if head:
            return CardReading("live")
        if self.is_wall(page):
            return CardReading("unknown", wall=True)
        sources = Sources(page=page)
        if evaluate(self._posting_closed, sources).values or self._is_marked(sources):
            return CardReading("closed")
        if any(evaluate(links, sources).values for links in self._posting_fields.values()):
            return CardReading("live")
        return CardReading("unknown", wall=page.json is None and looks_like_a_wall(page))

    def _is_marked(self, sources: Sources) -> bool:
        content = evaluate(self._posting_content, sources).values
        texts = (" ".join((as_text(value) or "").casefold().split()) for value in content)
        return any(marker in text for text in texts for marker in self._markers)

    def _is_from(self, surface: Surface, record_id: str, page: Page) -> bool:
        """Whether an answer comes from the address that was asked, or from another one that names the posting.

        A saved page, which contracts are checked on, stands for the one that was asked for.
        """
        asked = urlsplit(self._address(surface.url, {"id": record_id}))
        came = urlsplit(page.url)
        if came.scheme == "file":
            return True
        return came.path.rstrip("/") == asked.path.rstrip("/") or record_id in came.path.split("/")

    def read_posting_fields(
        self, line: Line | None, page: Page | None = None
    ) -> tuple[dict[str, list[Value]], dict[str, str]]:
        """The raw values of each field from the line, the detail or both, and which link answered it."""
        sources = Sources(page=page, line=None if line is None else line.fields)
        readings = {name: evaluate(links, sources) for name, links in self._posting_fields.items()}
        return (
            {name: reading.values for name, reading in readings.items() if reading.values},
            {name: reading.source for name, reading in readings.items()},
        )

    def witness_request(self, record_id: str) -> PageRequest | None:
        """The page of a posting as people see it; None when the profile names none."""
        witness = self.profile.witness
        return None if witness is None else self._request(witness, {"id": record_id})

    def read_witness(self, record_id: str, page: Page) -> dict[str, list[Value]] | None:
        """The raw values of the fields that the page shows, empty lists included; None where it is not that page."""
        witness = self.profile.witness
        if witness is None or not 200 <= page.status < 300 or self.is_wall(page):
            return None
        if not self._is_from(witness, record_id, page):
            return None
        sources = Sources(page=page)
        return {name: evaluate(links, sources).values for name, links in self._witness_fields.items()}
