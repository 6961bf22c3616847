"""Website, other links, e-mail."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from directory_crawler.core.normal.web import parse_email, parse_website, redirect_target
from directory_crawler.pipelines.base import CardPipeline

if TYPE_CHECKING:
    from directory_crawler.items import Card


class WebPipeline(CardPipeline):
    """The first address on a domain of the organisation's own is its website; all others are links.

    Without one, the first page on a shared host gives the key (by its full path), and no domain. Links into the
    directory itself are no links of the organisation, but where they redirect to may be.
    """

    def normalise(self, card: Card) -> None:
        own_host = (urlsplit(self.profile.base_url).hostname or "").removeprefix("www.")
        links: dict[str, None] = {}
        key = None
        for field in ("website", "links"):
            for value in card.raw.get(field, ()):
                site = parse_website(value)
                if site is None:
                    if field == "website":
                        card.fault(field, "no web address", value)
                    continue
                if urlsplit(site.url).hostname == own_host:
                    site = parse_website(redirect_target(site.url))
                if site is None or urlsplit(site.url).hostname == own_host:
                    continue
                if site.own and field == "website" and card.website is None:
                    card.website, card.domain, card.web_key = site.url, site.domain, site.key
                else:
                    links[site.url] = None
                    key = key or (None if site.own else site.key)
        card.links = list(links)
        card.web_key = card.web_key or key
        self._email(card)

    @staticmethod
    def _email(card: Card) -> None:
        for value in card.raw.get("email", ()):
            card.email = parse_email(value)
            if card.email:
                return
            card.fault("email", "no mail address", value)
