"""``@surface NAME``: give a callback a page of that surface, and look at what it makes of it.

Without ``-a site=`` the page is one of the bundled site's, saved beside this file, so the check runs offline. With
``-a site=PROFILE`` (and ``-a rubric=ID -a card_id=ID`` as examples) it is fetched from the live site.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from scrapy.contracts import Contract
from scrapy.exceptions import ContractFail

from directory_crawler.core.planning.depth import DepthSearch
from directory_crawler.core.planning.slices import Slice
from directory_crawler.core.planning.totals import TotalsProbe
from directory_crawler.core.walking.verdict import Failed
from directory_crawler.core.walking.visit import Visit
from directory_crawler.items import Card, FetchFailure, Posting, SliceEnd, WitnessReading
from directory_crawler.leases import LeasedFetch, LeasedSlice
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import CardReading

if TYPE_CHECKING:
    from directory_crawler.sites.pages import PageRequest
    from directory_crawler.spiders.directory import DirectorySpider
    from directory_crawler.spiders.jobs import JobsSpider

SAVED = {
    "directory": {
        "rubrics": "rubrics.html",
        "axis": "axis.html",
        "total": "listing.json",
        "depth": "listing.json",
        "listing": "listing.json",
        "card": "card.html",
        "contacts": "contacts.json",
    },
    "jobs": {
        "axis": "board_axis.html",
        "probe": "board_listing.json",
        "depth": "board_listing.json",
        "listing": "board_listing.json",
        "posting": "posting.json",
        "witness": "posting.html",
        "feed": "feed.rss",
    },
}
"""By kind of site, the saved page of each surface."""

RUBRIC = "r31"
RECORD = {"directory": "10815328", "jobs": "1000402"}
"""The rubric, and the card or the posting, of the saved pages."""

_unpacked = ExitStack()


class SurfaceContract(Contract):
    """Prepares the request of a callback as the spider itself would, and judges what the callback yields."""

    name = "surface"

    def adjust_request_args(self, args: dict[str, Any]) -> dict[str, Any]:
        (surface,) = self.args
        spider: DirectorySpider | JobsSpider = args["callback"].__self__
        self.spider = spider
        rubric = getattr(spider, "rubric", RUBRIC)
        card = getattr(spider, "card_id", RECORD[spider.kind])
        args["meta"] = {}
        args["cb_kwargs"] = {}
        getattr(self, f"_prepare_{surface}")(args, rubric, card)
        if spider.is_offline:
            page = _unpacked.enter_context(
                as_file(files(__package__) / "pages" / SAVED[spider.kind][surface])
            )
            args["url"] = page.absolute().as_uri()
        else:
            asked = self._asked(surface, rubric, card)
            args.update(url=asked.url, method=asked.method, headers=dict(asked.headers), body=asked.body)
        return args

    def post_process(self, output: list[Any]) -> None:
        """Fail where the page brought no record, no next page, no tree."""
        for item in output:
            if isinstance(item, FetchFailure):
                raise ContractFail(f"no record: {item.error}")
            if isinstance(item, SliceEnd) and isinstance(item.visit.ending, Failed):
                raise ContractFail(f"no listing: {item.visit.reason}")
            if isinstance(item, Card) and (item.verdict != "live" or not item.raw.get("name")):
                raise ContractFail(
                    f"a card without a name, verdict {item.verdict}, status {item.http_status}"
                )
            if isinstance(item, Posting) and (item.verdict != "live" or not item.raw.get("title")):
                raise ContractFail(
                    f"a posting without a title, verdict {item.verdict}, status {item.http_status}"
                )
            if isinstance(item, WitnessReading) and not item.shown.raw:
                raise ContractFail("a page for people on which none of the witness's fields stands")
        failure = self.spider.crawler.stats.get_value("run/failure")
        if failure:
            raise ContractFail(str(failure))

    def _asked(self, surface: str, rubric: str, card: str) -> PageRequest:
        site = self.spider.site
        if surface == "rubrics":
            return site.rubricator_requests()[0]
        if surface == "axis":
            return next(page for axis in site.axes for page in site.axis_requests(axis.name))
        if surface in ("depth", "listing", "probe", "total"):
            return site.listing_request({"rubric": rubric}, 1)
        if surface == "posting":
            return site.posting_request(card)
        if surface == "witness":
            page = site.witness_request(card)
            assert page is not None
            return page
        if surface == "feed":
            return site.feed_request(getattr(self.spider, "rubric", ""))
        if surface == "card":
            return site.card_request(card)
        contacts = site.contacts_request(card, CardReading("live"))
        if contacts is None:
            raise ContractFail(
                "the contacts call needs a token from the card: check it with scrapy crawl -a trial=1"
            )
        return contacts

    def _prepare_rubrics(self, args: dict[str, Any], rubric: str, card: str) -> None:
        pass

    def _prepare_probe(self, args: dict[str, Any], rubric: str, card: str) -> None:
        pass

    def _prepare_total(self, args: dict[str, Any], rubric: str, card: str) -> None:
        args["cb_kwargs"]["probe"] = TotalsProbe(dict.fromkeys((rubric, "a", "b", "c")))

    def _prepare_feed(self, args: dict[str, Any], rubric: str, card: str) -> None:
        args["cb_kwargs"]["value"] = rubric

    def _prepare_posting(self, args: dict[str, Any], rubric: str, card: str) -> None:
        args["cb_kwargs"]["fetch"] = LeasedFetch("posting", card, "new", 1, 1, {}, "read it")

    def _prepare_witness(self, args: dict[str, Any], rubric: str, card: str) -> None:
        args["cb_kwargs"]["fetch"] = LeasedFetch("witness", card, "witness", 1, 1, None, None)

    def _prepare_axis(self, args: dict[str, Any], rubric: str, card: str) -> None:
        args["cb_kwargs"]["axis"] = next(
            axis.name for axis in self.spider.site.axes if axis.values_from == "page"
        )

    def _prepare_depth(self, args: dict[str, Any], rubric: str, card: str) -> None:
        search = DepthSearch(self.spider.limits.page_size)
        args["cb_kwargs"] = {"search": search, "filters": {"rubric": rubric}, "measured": asyncio.Event()}

    def _prepare_listing(self, args: dict[str, Any], rubric: str, card: str) -> None:
        leased = LeasedSlice(0, Slice.root("rubric", rubric), False, None, 1, 1)
        args["meta"] |= {"visit": Visit(self.spider.limits), "filters": {"rubric": rubric}}
        args["meta"] |= {"set_aside": {}, "kept": []}
        args["cb_kwargs"] = {"leased": leased, "sightings": {}}

    def _prepare_card(self, args: dict[str, Any], rubric: str, card: str) -> None:
        args["cb_kwargs"]["fetch"] = LeasedFetch("card", card, "new", 1, 1, None, None)

    def _prepare_contacts(self, args: dict[str, Any], rubric: str, card: str) -> None:
        self._prepare_card(args, rubric, card)
        saved = files(__package__).joinpath("pages", SAVED["directory"]["card"]).read_bytes()
        page = Page("https://directory.example/card", body=saved)
        args["cb_kwargs"] |= {"page": page, "reading": CardReading("live"), "first": page}
