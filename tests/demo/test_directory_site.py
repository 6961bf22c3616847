"""The site over real loopback HTTP: its surface, its ceiling, its faults, its weeks."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest
from parsel import Selector

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions


class Visitor:
    """What a test asks of the running site."""

    def __init__(self, base_url: str, http: aiohttp.ClientSession) -> None:
        self._base_url = base_url
        self._http = http

    async def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
        async with self._http.get(self._base_url + path, headers=headers) as response:
            return response.status, await response.text()

    async def html(self, path: str) -> Selector:
        status, text = await self.get(path)
        assert status == 200, text
        return Selector(text)

    async def json(self, path: str) -> Any:
        status, text = await self.get(path)
        assert status == 200, text
        return json.loads(text)

    async def listing(self, rubric: str, page: int = 1, **filters: str) -> Any:
        return await self.json("/api/list?" + urlencode({"rubric": rubric, "page": page} | filters))

    async def walk(self, rubric: str, **filters: str) -> list[str]:
        """Ids of all announced pages, in order."""
        first = await self.listing(rubric, 1, **filters)
        pages = [first] + [await self.listing(rubric, n, **filters) for n in range(2, first["pages"] + 1)]
        return [item["id"] for page in pages for item in page["items"]]

    async def contacts(self, card_id: str) -> Any:
        page = await self.html(f"/card/{card_id}")
        token = page.css("meta[name=contacts-token]::attr(content)").get("")
        status, text = await self.get(
            f"/api/contacts/{card_id}",
            {"X-Contacts-Token": token, "X-Requested-With": "XMLHttpRequest"},
        )
        assert status == 200, text
        return json.loads(text)

    async def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        async with self._http.post(self._base_url + path, data=data) as response:
            return response.status, await response.json()


@asynccontextmanager
async def visiting(city: City, **options: Any) -> AsyncIterator[Visitor]:
    async with serve(city, SiteOptions().changed(options)) as base_url, aiohttp.ClientSession() as http:
        yield Visitor(base_url, http)


@pytest.fixture(scope="module")
def city() -> City:
    return City(2000, 1)


def in_rubric(city: City, rubric: str) -> set[str]:
    return {card.id for card in city.cards.values() if card.listed and rubric in card.rubrics}


def crowded(city: City) -> str:
    return city.tree.crowded[0]


def small(city: City) -> str:
    """A rubric of two to three pages, below the ceiling."""
    return next(rubric for rubric, rows in city.tree.rows.items() if 40 < rows <= city.shape.ceiling)


async def test_robots_keep_crawlers_off_the_admin_pages_and_may_ask_for_a_delay(city: City) -> None:
    async with visiting(city) as site:
        assert await site.get("/robots.txt") == (
            200,
            "User-agent: *\nDisallow: /admin/\nDisallow: /private/\n",
        )
    async with visiting(city, crawl_delay=0.5) as site:
        assert (await site.get("/robots.txt"))[1].endswith("Crawl-delay: 0.5\n")


async def test_the_rubricator_names_every_node_with_its_parent_and_count(city: City) -> None:
    nodes: dict[str, tuple[str, str]] = {}
    async with visiting(city) as site:
        for group in (await site.html("/rubrics")).css("li.group"):
            page = await site.html(group.css("a::attr(href)").get(""))
            for node in page.css("li.rubric, li.leaf"):
                nodes[node.attrib["data-id"]] = (node.attrib["data-parent"], node.css("::text").get(""))
            for node in page.css("li.rubric"):
                rubric = node.attrib["data-id"]
                assert node.css(".count::text").get() == str(city.tree.rows[rubric])
                assert node.css("a::attr(href)").get() == f"/list/{rubric}"

    expected = {}
    for known in city.tree.rubrics.values():
        expected[known.id] = (known.group_id, known.name)
        expected |= {leaf_id: (known.id, label) for leaf_id, label in known.leaves}
    assert nodes == expected


async def test_counts_can_be_left_out_of_the_rubricator(city: City) -> None:
    async with visiting(city, counts=False) as site:
        assert not (await site.html("/rubrics/g1")).css(".count")


async def test_districts_are_listed(city: City) -> None:
    async with visiting(city) as site:
        options = (await site.html("/districts")).css("option")

    assert {option.attrib["value"]: option.css("::text").get() for option in options} == city.districts


async def test_walking_every_rubric_without_a_ceiling_finds_every_listed_card_and_no_other() -> None:
    city = City(500, 2)
    async with visiting(city, ceiling_rows=0) as site:
        walked = {rubric: await site.walk(rubric) for rubric in city.tree.rubrics}

    assert {rubric: set(ids) for rubric, ids in walked.items()} == {r: in_rubric(city, r) for r in walked}
    assert sum(map(len, walked.values())) == city.shape.rows
    assert set().union(*walked.values()) == city.listed_ids()


async def test_a_listing_line_is_short_and_filters_are_echoed(city: City) -> None:
    async with visiting(city) as site:
        page = await site.listing(crowded(city), district="d1", letter="A-D", sort="desc")

    assert page["filters"] == {"rubric": crowded(city), "district": "d1", "letter": "A-D", "sort": "desc"}
    assert set(page["items"][0]) == {"id", "name", "rating", "address", "district", "rubrics"}
    for item in page["items"]:
        card = city.cards[item["id"]]
        assert item["district"] == card.district == "d1"
        assert item["name"] == card.name
        assert item["rubrics"] == list(card.rubrics[:2])


async def test_facets_are_the_counts_of_the_cuts(city: City) -> None:
    rubric = crowded(city)
    async with visiting(city) as site:
        page = await site.listing(rubric, district="d1")
        for axis in ("letter", "leaf"):
            for value, count in page["facets"][axis].items():
                assert (await site.listing(rubric, district="d1", **{axis: value}))["found"] == count


async def test_both_orders_reach_from_both_ends(city: City) -> None:
    rubric = crowded(city)
    async with visiting(city) as site:
        forward, backward = await site.walk(rubric), await site.walk(rubric, sort="desc")
    async with visiting(city, ceiling_rows=0) as site:
        everything = await site.walk(rubric)

    ceiling = city.shape.ceiling
    assert forward[:ceiling] == everything[:ceiling]
    assert backward[:ceiling] == everything[::-1][:ceiling]


async def test_a_site_of_one_order_ignores_the_sort(city: City) -> None:
    async with visiting(city, one_order=True) as site:
        forward, backward = await site.listing(small(city)), await site.listing(small(city), sort="desc")

    assert forward == backward


async def test_facets_and_counts_of_later_pages_can_be_missing(city: City) -> None:
    async with visiting(city, facets=False, found_on_first_page_only=True) as site:
        first, second = await site.listing(small(city)), await site.listing(small(city), 2)

    assert "facets" not in first
    assert first["found"] == city.tree.rows[small(city)]
    assert "found" not in second


async def test_the_html_listing_says_what_the_json_says(city: City) -> None:
    rubric = small(city)
    async with visiting(city) as site:
        answer = await site.listing(rubric, 2, letter="A-D")
        page = await site.html(f"/list/{rubric}?page=2&letter=A-D")

    assert page.css("article.item::attr(data-id)").getall() == [item["id"] for item in answer["items"]]
    assert page.css(".found::text").get() == str(answer["found"])
    assert page.css("article .address::text").getall() == [item["address"] for item in answer["items"]]
    assert {li.attrib["data-name"]: li.attrib["data-value"] for li in page.css(".filters li")} == answer[
        "filters"
    ]


async def test_next_links_lead_through_a_filtered_list_to_its_end(city: City) -> None:
    rubric = crowded(city)
    path: str | None = f"/list/{rubric}?district=d1"
    seen: list[str] = []
    async with visiting(city, ceiling_rows=0) as site:
        while path:
            page = await site.html(path)
            seen += page.css("article.item::attr(data-id)").getall()
            path = page.css("a[rel=next]::attr(href)").get()

    assert set(seen) == {i for i in in_rubric(city, rubric) if city.cards[i].district == "d1"}
    assert len(set(seen)) == len(seen)


async def test_the_last_next_link_can_drop_the_filter(city: City) -> None:
    rubric = small(city)
    async with visiting(city, lose_filter=True) as site:
        found = int((await site.html(f"/list/{rubric}?letter=A-D")).css(".found::text").get("0"))
        last = -(-found // 20)
        page = await site.html(f"/list/{rubric}?letter=A-D&page={last}")

    assert page.css("a[rel=next]::attr(href)").get() == f"/list/{rubric}?page={last + 1}"


@pytest.mark.parametrize(
    ("past", "status", "says"),
    [
        ("clamp", 200, '"items": [{'),
        ("first", 200, '"items": [{'),
        ("empty", 200, '"items": []'),
        ("early", 200, '"items": []'),
        ("error", 400, "out of range"),
        ("wall", 200, "not a robot"),
        ("notfound", 404, "no such page"),
    ],
)
async def test_past_the_ceiling_the_site_answers_as_told(
    city: City, past: str, status: int, says: str
) -> None:
    async with visiting(city, past=past) as site:
        answered, text = await site.get(f"/api/list?rubric={crowded(city)}&page=9")

    assert answered == status
    assert says in text


async def test_a_silent_part_is_empty_with_status_200_and_its_neighbours_are_not(city: City) -> None:
    rubric = crowded(city)
    async with visiting(city, silent_empty=[[rubric, "d2"]]) as site:
        silent, whole, other = (
            await site.listing(rubric, district="d2"),
            await site.listing(rubric),
            await site.listing(rubric, district="d1"),
        )

    assert (silent["found"], silent["items"]) == (0, [])
    assert whole["found"] == city.tree.rows[rubric]
    assert other["items"]


async def test_a_failing_part_fails_as_often_as_told_and_says_when_to_come_back(city: City) -> None:
    rubric = small(city)
    fault = {"rubric": rubric, "status": 429, "retry_after": 7, "first": 2}
    async with (
        serve(city, SiteOptions().changed({"fail": fault})) as base_url,
        aiohttp.ClientSession() as http,
    ):
        answers = []
        for _ in range(3):
            async with http.get(f"{base_url}/api/list?rubric={rubric}") as response:
                answers.append((response.status, response.headers.get("Retry-After")))
        async with http.get(f"{base_url}/api/list?rubric={crowded(city)}") as response:
            other = response.status

    assert answers == [(429, "7"), (429, "7"), (200, None)]
    assert other == 200


async def test_a_stalled_answer_comes_after_the_ones_that_are_not(city: City) -> None:
    order: list[str] = []
    async with visiting(city, stall={"surface": "districts", "seconds": 0.2}) as site:

        async def ask(path: str) -> None:
            await site.get(path)
            order.append(path)

        await asyncio.gather(ask("/districts"), ask("/rubrics"))

    assert order == ["/rubrics", "/districts"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/", 404),
        ("/card/", 404),
        ("/card/0", 404),
        ("/card/..%2f..%2fetc", 404),
        ("/rubrics/g99", 404),
        ("/api/list", 404),
        ("/api/list?rubric=r9999", 404),
        ("/api/list?rubric=r1&page=0", 400),
        ("/api/list?rubric=r1&page=-1", 400),
        ("/api/list?rubric=r1&page=x", 400),
        ("/api/list?rubric=r1&page=²", 400),
        ("/api/list?rubric=r1&page=99999999999999", 400),
        ("/api/contacts/0", 404),
        ("/sitemap.xml", 404),
        ("/admin/nothing", 404),
    ],
)
async def test_what_the_site_does_not_have_is_answered_with_its_status(
    city: City, path: str, status: int
) -> None:
    async with visiting(city) as site:
        assert (await site.get(path))[0] == status


async def test_an_unknown_filter_value_matches_nothing(city: City) -> None:
    async with visiting(city) as site:
        assert (await site.listing(crowded(city), district="d99"))["found"] == 0


async def test_contacts_need_the_token_of_the_page_and_an_ajax_header(city: City) -> None:
    card_id = next(iter(city.listed_ids()))
    async with visiting(city) as site:
        page = await site.html(f"/card/{card_id}")
        token = page.css("meta[name=contacts-token]::attr(content)").get("")
        ajax = {"X-Requested-With": "XMLHttpRequest"}
        path = f"/api/contacts/{card_id}"
        statuses = [
            (await site.get(path, headers))[0]
            for headers in (
                {},
                ajax,
                {"X-Contacts-Token": token},
                ajax | {"X-Contacts-Token": "wrong"},
                ajax | {"X-Contacts-Token": token},
            )
        ]

    assert statuses == [403, 403, 403, 403, 200]


async def test_only_tracked_numbers_differ_between_two_contacts_calls(city: City) -> None:
    listed = [card for card in city.cards.values() if card.listed and card.phones]
    tracked = [card for card in listed if card.tracked][:5]
    plain = [card for card in listed if not card.tracked][:5]
    async with visiting(city) as site:
        twice = {
            card.id: (await site.contacts(card.id), await site.contacts(card.id)) for card in tracked + plain
        }

    assert tracked
    assert all(twice[card.id][0] != twice[card.id][1] for card in tracked)
    assert all(twice[card.id][0] == twice[card.id][1] for card in plain)


async def test_every_card_shows_its_name_rubrics_district_and_whether_it_has_contacts(city: City) -> None:
    markups = set()
    async with visiting(city) as site:
        for card in list(city.cards.values())[::23]:
            page = await site.html(f"/card/{card.id}")
            truth = city.truth[card.id]
            labels = [(li.attrib["data-level"], li.attrib["data-id"]) for li in page.css("ul.rubrics li")]
            assert page.css("h1::text").get() == truth.name
            assert tuple(i for level, i in labels if level == "rubric") == truth.rubrics
            assert {i for level, i in labels if level == "leaf"} == set(truth.leaves)
            assert labels[0][0] == "leaf"
            assert page.css(".district::attr(data-id)").get() == truth.district
            assert page.css(".map::attr(data-lat)").get() == str(truth.latitude)
            expects = page.css("main::attr(data-contacts)").get()
            contacts = await site.contacts(card.id)
            assert (expects == "yes") == any(contacts[key] for key in ("phones", "email", "website", "links"))
            block = page.css("script[type='application/ld+json']::text").get()
            if block is not None:
                assert json.loads(block)["name"] == truth.name
            markups.add((block is not None, bool(page.css("[itemtype]"))))

    assert markups == {(True, False), (False, True), (False, False)}


async def test_a_chains_branches_link_to_each_other_and_to_drafts(city: City) -> None:
    drafts = {card.id for card in city.cards.values() if card.chain and not card.listed and not card.gone}
    reached: set[str] = set()
    async with visiting(city) as site:
        for card in city.cards.values():
            if card.chain and card.listed:
                links = (await site.html(f"/card/{card.id}")).css("a.branch::attr(href)").getall()
                assert links
                assert f"/card/{card.id}" not in links
                assert {city.cards[link.removeprefix("/card/")].chain for link in links} == {card.chain}
                reached |= {link.removeprefix("/card/") for link in links}

    assert drafts
    assert drafts <= reached


async def test_search_caps_hides_thin_cards_collapses_chains_and_shows_drafts(city: City) -> None:
    chain = next(card for card in city.cards.values() if card.circle == "hotline")
    thin = next(c for c in city.cards.values() if c.listed and not c.phones and not c.website)
    draft = next(c for c in city.cards.values() if c.id in city.draft_ids() and not c.chain and c.phones)
    many = "the and group services partners works brothers associates red green"
    async with visiting(city) as site:
        hits = {
            name: [item["id"] for item in (await site.json("/search?" + urlencode({"q": name})))["items"]]
            for name in (chain.name, thin.name, draft.name, many, "")
        }

    assert (
        sum(city.cards[hit].chain == chain.chain and city.cards[hit].listed for hit in hits[chain.name]) == 1
    )
    assert thin.id not in hits[thin.name]
    assert draft.id in hits[draft.name]
    assert len(hits[many]) == 500
    assert hits[""] == []


async def test_the_sitemap_holds_every_card_that_answers(city: City) -> None:
    async with visiting(city, sitemap=True) as site:
        ids = set(
            re.findall(r"<loc>http://127\.0\.0\.1:\d+/card/(\d+)</loc>", (await site.get("/sitemap.xml"))[1])
        )

    assert ids == {card.id for card in city.cards.values() if not card.gone}


async def test_a_week_later_the_site_serves_the_next_world() -> None:
    city = City(2000, 6)
    later = city.advance()
    async with visiting(city, ceiling_rows=0) as site:
        assert await site.post("/admin/advance") == (200, {"week": 1})
        rubric = crowded(city)
        walked = set(await site.walk(rubric))
        statuses = {
            card.id: (await site.get(f"/card/{card.id}"))[0] for card in later.cards.values() if card.gone
        }
        flagged = [c for c in later.cards.values() if c.status == "permanently_closed" and not c.gone]
        banners = [bool((await site.html(f"/card/{c.id}")).css(".banner.closed")) for c in flagged]

    assert walked == in_rubric(later, rubric)
    assert statuses == {card.id: card.gone for card in later.cards.values() if card.gone}
    assert set(statuses.values()) == {404, 410}
    assert banners
    assert all(banners)


async def test_options_change_while_the_site_runs_and_wrong_ones_change_nothing(city: City) -> None:
    rubric = crowded(city)
    async with visiting(city) as site:
        assert await site.post("/admin/options", {"past": "notfound"}) == (200, {"changed": ["past"]})
        assert (await site.get(f"/api/list?rubric={rubric}&page=9"))[0] == 404
        wrong_ones: tuple[Any, ...] = ({"past": "loop"}, {"unknown": 1}, [], b"{")
        for wrong in wrong_ones:
            status, answer = await site.post("/admin/options", wrong)
            assert status == 400
            assert answer["error"]
        assert (await site.get(f"/api/list?rubric={rubric}&page=9"))[0] == 404


async def test_stats_count_requests_by_surface_and_id_until_they_are_reset(city: City) -> None:
    card_id = next(iter(city.listed_ids()))
    async with visiting(city) as site:
        await site.contacts(card_id)
        await site.html(f"/card/{card_id}")
        await site.listing(crowded(city))
        stats = await site.json("/admin/stats")
        await site.post("/admin/stats/reset")
        cleared = await site.json("/admin/stats")

    assert stats["requests"] == {"card": 2, "contacts": 1, "list": 1}
    assert stats["ids"]["card"] == {card_id: 2}
    assert cleared["requests"] == {}


async def test_the_command_line_prints_its_address_serves_and_stops_on_sigterm() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "directory_crawler.demo.directory_site", "--size", "100", "--past", "empty", "--no-facets"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode().strip()
    base_url = line.removeprefix("listening on ")
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{base_url}/api/list?rubric=r1&page=99") as response,
    ):
        answer = await response.json()
    process.send_signal(signal.SIGTERM)

    assert re.fullmatch(r"listening on http://127\.0\.0\.1:\d+", line)
    assert answer["items"] == []
    assert "facets" not in answer
    assert await process.wait() == 0


async def test_the_command_line_refuses_a_size_that_makes_no_city() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "directory_crawler.demo.directory_site", "--size", "5"),
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await process.communicate()

    assert process.returncode == 2
    assert b"at least 60 cards, found size=5" in errors
