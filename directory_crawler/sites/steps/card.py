"""Asking for cards and contacts, and reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from directory_crawler.sites.chains import NONE, Sources, compile_link, evaluate
from directory_crawler.sites.readings import CardReading, Line, Verdict
from directory_crawler.sites.steps.base import Steps, chain, first
from directory_crawler.sites.values import Value, as_flag, as_text
from directory_crawler.sites.walls import looks_like_a_wall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.sites.grammar import Profile
    from directory_crawler.sites.pages import Page, PageRequest

_STATES = {name: name for name in ("active", "temporarily_closed", "permanently_closed")}


class CardSteps(Steps):
    """The organisation cards and the contacts call."""

    def __init__(self, profile: Profile, base_url: str | None = None) -> None:
        super().__init__(profile, base_url)
        card = self.profile.card
        if card is None:
            return
        words = _STATES | dict(card.status_words)
        self._fields = {
            str(name): chain(links, words if name == "status" else None)
            for name, links in card.fields.items()
        }
        # what shows that a page is a card: its name, or any field where the profile reads no name from cards
        self._signs = [self._fields["name"]] if "name" in self._fields else list(self._fields.values())
        for name in self.profile.listing.fields:
            if name not in card.fields:
                self._fields[name] = (compile_link(f"listing: {name}"),)
        self._closed = chain(card.closed)
        self._missing = chain(card.missing)
        self._tokens = {name: chain(links) for name, links in card.tokens.items()}
        self._hint = chain(card.contacts_hint)
        self._branches = chain(card.branches)

    def card_request(
        self, record_id: str, line_fields: Mapping[str, list[Value]] | None = None
    ) -> PageRequest:
        """The page of a card. `line_fields` is what its line gave, for subclasses that need it."""
        return self._request(self.profile.record, {"id": record_id})

    def read_card(self, record_id: str, page: Page) -> CardReading:
        """What a card's page says of the card's life, its contacts and its branches."""
        sources = Sources(page=page)
        verdict, wall = self._verdict(record_id, page)
        if verdict not in ("live", "closed"):
            return CardReading(verdict, wall=wall)
        hint = first(self._hint, sources)
        ids = (self._record_id(value) for value in evaluate(self._branches, sources).values)
        return CardReading(
            verdict=verdict,
            tokens={
                name: text for name, links in self._tokens.items() if (text := as_text(first(links, sources)))
            },
            contacts_expected=None if hint is None else as_flag(hint),
            branches=tuple(
                dict.fromkeys(branch for branch in ids if branch is not None and branch != record_id)
            ),
        )

    def _verdict(self, record_id: str, page: Page) -> tuple[Verdict, bool]:
        if page.status == 410:
            return "gone", False
        if not 200 <= page.status < 300:
            return "unknown", False
        if self.is_wall(page):
            return "unknown", True
        if not self._answers_for(record_id, page):
            return "unknown", False
        sources = Sources(page=page)
        if evaluate(self._missing, sources).values:
            return "unknown", False
        status = first(self._fields.get("status", ()), sources)
        if status == "permanently_closed" or evaluate(self._closed, sources).values:
            return "closed", False
        if any(evaluate(links, sources).values for links in self._signs):
            return "live", False
        return "unknown", page.json is None and looks_like_a_wall(page)

    def _answers_for(self, record_id: str, page: Page) -> bool:
        """Whether a page stands for this card: not after a redirect to another card or up the path."""
        named = self._card_ids.id_of(page.url)
        if named is not None:
            rest = named[len(record_id) :]
            same = named[: len(record_id)].casefold() == record_id.casefold()
            return same and not (rest[:1].isascii() and rest[:1].isalnum())
        asked = self._address(self.profile.record.url, {"id": record_id})
        here, there = (unquote(urlsplit(url).path).rstrip("/") + "/" for url in (page.url, asked))
        return not there.startswith(here)

    def contacts_request(self, record_id: str, reading: CardReading) -> PageRequest | None:
        """The contacts call of a card; None when there is none, none is expected, or a token is missing."""
        contacts = self.profile.contacts
        if (
            contacts is None
            or reading.contacts_expected is False
            or reading.verdict not in ("live", "closed")
        ):
            return None
        needed = contacts.placeholders() - {"id"}
        if needed - reading.tokens.keys():
            return None
        return self._request(contacts, {**reading.tokens, "id": record_id})

    def assemble(
        self,
        record_id: str,
        card_page: Page,
        contacts_page: Page | None = None,
        line: Line | None = None,
    ) -> tuple[dict[str, list[Value]], dict[str, str]]:
        """The raw values of each field, and which link answered it (`none` when none did)."""
        if contacts_page is not None and not 200 <= contacts_page.status < 300:
            contacts_page = None
        sources = Sources(page=card_page, contacts=contacts_page, line=None if line is None else line.fields)
        readings = {name: evaluate(links, sources) for name, links in self._fields.items()}
        values = {name: reading.values for name, reading in readings.items() if reading.values}
        answered = {name: reading.source for name, reading in readings.items()}
        if "status" not in values and (closed := evaluate(self._closed, sources)).source != NONE:
            values["status"] = ["permanently_closed"]
            answered["status"] = f"closed {closed.source}"
        return values, answered
