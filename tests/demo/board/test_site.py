"""The board's site over real loopback HTTP: its surface, its time axis, its ceiling, its faults, its days."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest
from lxml import etree
from parsel import Selector

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.board.phrases import CLOSED_MARKERS
from directory_crawler.demo.board.postings import Posting
from directory_crawler.demo.board.site import serve
from directory_crawler.demo.board.stamps import Stamps
from directory_crawler.demo.board.texts import title_of
from directory_crawler.demo.board.trades import TRADE_NAMES


class Visitor:
    """What a test asks of the running site."""

    def __init__(self, base_url: str, http: aiohttp.ClientSession) -> None:
        self._base_url = base_url
        self._http = http

    async def fetch(
        self, path: str, headers: dict[str, str] | None = None, method: str = "GET"
    ) -> tuple[int, Mapping[str, str], bytes]:
        async with self._http.request(
            method, self._base_url + path, headers=headers, allow_redirects=False
        ) as response:
            return response.status, response.headers, await response.read()

    async def json(self, path: str) -> Any:
        status, _, body = await self.fetch(path)
        assert status == 200, body
        return json.loads(body)

    async def html(self, path: str) -> Selector:
        status, _, body = await self.fetch(path)
        assert status == 200, body
        return Selector(body.decode())

    async def search(self, **parameters: object) -> Any:
        return await self.json("/api/search?" + urlencode(parameters))

    async def walk(self, **parameters: object) -> list[dict[str, Any]]:
        """All items of a search on a site without a ceiling, where nothing lies past the end."""
        items: list[dict[str, Any]] = []
        while True:
            answer = await self.search(**parameters, offset=len(items))
            items += answer["items"]
            if not answer["items"] or len(items) > 5_000:
                return items

    async def post(self, path: str, body: object = None) -> tuple[int, Any]:
        async with self._http.post(self._base_url + path, data=json.dumps(body).encode()) as response:
            return response.status, await response.json()


@asynccontextmanager
async def visiting(board: Board, **options: Any) -> AsyncIterator[Visitor]:
    async with (
        serve(board, BoardOptions().changed(options)) as base_url,
        aiohttp.ClientSession() as http,
    ):
        yield Visitor(base_url, http)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.at(1200, 1, 3)


def still_open(board: Board) -> list[Posting]:
    return [posting for posting in board.postings.values() if not posting.ending]


def ended(board: Board, ending: str) -> str:
    return next(posting.id for posting in board.postings.values() if posting.ending == ending)


def ids(items: list[dict[str, Any]]) -> list[str]:
    return [item["id"] for item in items]


async def test_an_item_has_31_fields_with_the_right_values(board: Board) -> None:
    async with visiting(board) as site:
        answer = await site.search(limit=50)

    assert (answer["total"], answer["offset"], answer["limit"]) == (len(board.open_ids()), 0, 50)
    assert max(len(item) for item in answer["items"]) == 31
    for item in answer["items"]:
        truth = board.truth[item["id"]]
        assert item["title"] == truth.title
        assert item["company"]["id"] == truth.company_id
        assert item["company"]["kind"] in (None, truth.company_kind)
        assert (item["location"] or {"code": None})["code"] == truth.region
        assert tuple(item["categories"]) == truth.categories
        posted = datetime.fromisoformat(item["posted_at"].replace("Z", "+00:00"))
        assert int(posted.timestamp()) == truth.posted_at


async def test_descriptions_are_on_two_thirds_and_missing_in_three_ways_while_the_detail_has_all(
    board: Board,
) -> None:
    async with visiting(board, ceiling_rows=0, past="empty") as site:
        items = await site.walk(category="sales")
        ways = Counter(
            "no key" if "description" not in item else repr(item["description"] or item["description"])[:4]
            for item in items
        )
        bare = [item["id"] for item in items if not item.get("description")]
        details = [await site.json(f"/api/job/{posting_id}") for posting_id in bare[:9]]

    assert {"no key", "None", "''"} < set(ways)
    assert 0.25 < len(bare) / len(items) < 0.42
    assert all(detail["description"] for detail in details)


async def test_tokens_are_fresh_at_every_answer_and_the_rest_of_the_apply_link_is_not(board: Board) -> None:
    async with visiting(board) as site:
        first, second = [(await site.search(limit=1))["items"][0]["apply_url"] for _ in range(2)]
        job = await site.html(f"/job/{re.findall(r'job=([0-9]+)', first)[0]}")

    assert first != second
    routes = [re.sub(r"(click|sid)=[0-9a-f]+", r"\1=", url) for url in (first, second)]
    assert routes[0] == routes[1]
    third = job.css("a.apply::attr(href)").get("")
    assert third not in (first, second)
    assert re.sub(r"(click|sid)=[0-9a-f]+", r"\1=", third) == routes[0]


async def test_walking_days_without_a_ceiling_finds_every_stamped_posting_once(board: Board) -> None:
    found: list[str] = []
    async with visiting(board, ceiling_rows=0, past="empty") as site:
        first = board.now - timedelta(days=150)
        for day in range(151):
            bounds = {
                "from": f"{first + timedelta(days=day):%Y-%m-%dT%H:%M:%SZ}",
                "to": f"{first + timedelta(days=day + 1):%Y-%m-%dT%H:%M:%SZ}",
            }
            found += ids(await site.walk(**bounds))

    assert Counter(found) == Counter(p.id for p in still_open(board) if p.posted is not None)


@pytest.mark.parametrize("grain", ["second", "minute", "5min", "day"])
@pytest.mark.parametrize(
    "clock",
    [
        {},
        {"zone": "Europe/Berlin"},
        {"zone": "Europe/Berlin", "naive": True},
        {"zone": "Europe/Berlin", "stamp_format": "dmy"},
        {"stamp_format": "epoch"},
    ],
)
@pytest.mark.parametrize("inclusive", [False, True])
async def test_halves_add_up_to_the_whole_less_what_an_inclusive_board_counts_twice(
    board: Board, grain: str, clock: dict[str, Any], inclusive: bool
) -> None:
    options = BoardOptions().changed({"grain": grain, "inclusive": inclusive} | clock)
    stamps = Stamps(grain, options.zone, naive=options.naive, form=options.stamp_format)
    keys = sorted(stamps.key(p.posted) for p in still_open(board) if p.posted is not None)
    edges = [keys[0], keys[len(keys) // 2], keys[-1]]
    low, middle, high = (stamps.write(key) for key in edges)
    async with visiting(board, grain=grain, inclusive=inclusive, **clock) as site:
        whole, left, right = [
            (await site.search(limit=0, **{"from": a, "to": b}))["total"]
            for a, b in ((low, high), (low, middle), (middle, high))
        ]

    assert whole == sum(edges[0] <= key < edges[2] + inclusive for key in keys)
    assert left + right - whole == (keys.count(edges[1]) if inclusive else 0)


async def test_postings_without_a_stamp_are_in_the_unfiltered_query_and_in_categories_only(
    board: Board,
) -> None:
    bare = next(p for p in still_open(board) if p.posted is None and p.categories and p.region)
    queries: list[dict[str, str]] = [
        {},
        {"category": bare.categories[0]},
        {"region": bare.region or ""},
        {"type": bare.employment},
        {"from": "2000-01-01"},
        {"to": "2100-01-01"},
    ]
    async with visiting(board, ceiling_rows=0, past="empty") as site:
        shown = [bare.id in ids(await site.walk(**query)) for query in queries]

    assert shown == [True, True, False, False, False, False]


async def test_the_hidden_bucket_is_in_no_category(board: Board) -> None:
    async with visiting(board, ceiling_rows=0, past="empty") as site:
        swept = {posting_id for code in TRADE_NAMES for posting_id in ids(await site.walk(category=code))}

    assert board.open_ids() - swept == {p.id for p in still_open(board) if not p.categories} != set()


@pytest.mark.parametrize(
    ("past", "status", "repeats"),
    [("clamp", 200, 30), ("first", 200, 0), ("empty", 200, None), ("error", 400, None)],
)
async def test_past_the_ceiling_the_site_answers_in_one_of_four_ways(
    board: Board, past: str, status: int, repeats: int | None
) -> None:
    async with visiting(board, ceiling_rows=40, past=past) as site:
        answered, _, body = await site.fetch("/api/search?offset=200&limit=15")
        expected = None if repeats is None else (await site.search(offset=repeats, limit=15))["items"]

    assert answered == status
    if status == 400:
        assert "narrow your search" in json.loads(body)["error"]
    else:
        assert ids(json.loads(body)["items"]) == ids(expected or [])


async def test_totals_can_be_clamped_too_high_on_the_first_page_only_or_absent(board: Board) -> None:
    true = len(board.open_ids())
    async with visiting(board, clamp_total=100) as site:
        assert (await site.search())["total"] == 100
    async with visiting(board, overstate=0.1) as site:
        assert (await site.search())["total"] == true + round(true * 0.1)
    async with visiting(board, total_on_first_page_only=True) as site:
        assert (await site.search())["total"] == true
        assert "total" not in await site.search(offset=20)
    async with visiting(board, no_total=True) as site:
        assert "total" not in await site.search()


async def test_a_silently_capped_page_echoes_the_size_that_was_asked_for(board: Board) -> None:
    async with visiting(board, page_cap=10) as site:
        answer = await site.search(limit=50)

    assert (answer["limit"], len(answer["items"])) == (50, 10)


async def test_a_one_sided_board_knows_only_since_n_days(board: Board) -> None:
    now = int(board.now.timestamp())
    async with visiting(board, since_only=True) as site:
        whole = (await site.search(**{"from": "2026-10-26", "to": "2026-10-26T01:00:00Z"}))["total"]
        recent = (await site.search(since="2d", limit=0))["total"]

    assert whole == len(board.open_ids())
    assert recent == sum(p.posted is not None and p.posted >= now - 2 * 86_400 for p in still_open(board))


async def test_a_board_without_time_counts_its_facets_and_ignores_time(board: Board) -> None:
    async with visiting(board, no_time=True) as site:
        answer = await site.search(**{"from": "2026-10-26", "category": "sales"})
        region, count = next(iter(answer["facets"]["region"].items()))
        both = (await site.search(category="sales", region=region))["total"]

    assert answer["total"] == sum("sales" in p.categories for p in still_open(board))
    assert both == count


async def test_sort_turns_the_order_round_unless_there_is_but_one(board: Board) -> None:
    async with visiting(board, ceiling_rows=0, past="empty") as site:
        down, up = [ids(await site.walk(sort=order, region="R01")) for order in ("desc", "asc")]
    async with visiting(board, one_order=True) as site:
        one = ids((await site.search(sort="asc", region="R01"))["items"])

    assert down == up[::-1]
    assert one == down[: len(one)]


async def test_an_unstable_order_shows_rows_twice_and_leaves_others_out(board: Board) -> None:
    async with visiting(board, ceiling_rows=0, past="empty", unstable=1.0) as site:
        items = ids(await site.walk(category="sales"))

    assert len(items) == sum("sales" in p.categories for p in still_open(board))
    assert len(set(items)) < len(items)


@pytest.mark.parametrize(
    "query",
    ["offset=-1", "offset=x", "limit=1e3", "from=soon", "to=2026-99-01", "since=week", "offset=" + "9" * 300],
)
async def test_a_parameter_that_cannot_be_read_is_refused_by_name(board: Board, query: str) -> None:
    async with visiting(board) as site:
        status, _, body = await site.fetch(f"/api/search?{query}")

    assert status == 400
    assert json.loads(body)["error"].startswith(query.partition("=")[0] + ":")


async def test_fields_can_be_renamed_or_emptied_and_the_list_key_too(board: Board) -> None:
    async with visiting(
        board, rename={"description": "desc", "views": "seen"}, blank=["pay"], list_key="results"
    ) as site:
        answer = await site.search()

    assert "items" not in answer
    assert not any({"description", "views"} & item.keys() for item in answer["results"])
    assert any(item.get("desc") for item in answer["results"])
    assert all(item["pay"] is None and item["seen"] for item in answer["results"])


def plain(html: str) -> str:
    text = " ".join(Selector(html).xpath("//text()[not(ancestor::script)]").getall())
    return " ".join(text.replace("\xa0", " ").replace("•", " ").split())


async def test_another_wrapper_around_descriptions_changes_no_word_and_navigation_drowns_them(
    board: Board,
) -> None:
    pages = {}
    for rewrap in ("", "markup", "navigation"):
        async with visiting(board, rewrap=rewrap) as site:
            items = (await site.search())["items"]
            pages[rewrap] = {item["id"]: item["description"] for item in items if item.get("description")}

    for posting_id, html in pages[""].items():
        assert html != pages["markup"][posting_id]
        assert plain(html) == plain(pages["markup"][posting_id])
        assert plain(pages["navigation"][posting_id]).startswith("Home Search jobs Companies")


async def test_deep_pages_of_a_time_range_fail_and_stall_on_request(board: Board) -> None:
    bounds = {"from": "2026-10-26T00:00:00Z", "to": "2026-10-27T00:00:00Z"}
    fault = {"since": bounds["from"], "until": bounds["to"], "offset": 10, "status": 503, "retry_after": 7}
    async with visiting(board, fail=[fault | {"first": 2}]) as site:
        paths = [
            "/api/search?" + urlencode(query)
            for query in (bounds, bounds | {"offset": 10}, {"to": bounds["from"], "offset": 10})
        ]
        statuses = [(await site.fetch(path))[0] for path in paths]
        again = [(await site.fetch(paths[1]))[0] for _ in range(2)]
        await site.post("/admin/options", {"fail": [fault | {"status": 200}]})
        wall = await site.html(paths[1])
        await site.post("/admin/options", {"fail": [fault]})
        headers = (await site.fetch(paths[1]))[1]

    assert statuses == [200, 503, 200]
    assert again == [503, 200]
    assert wall.css("form.login")
    assert headers["Retry-After"] == "7"


async def test_a_stalled_page_is_whole_when_it_comes(board: Board) -> None:
    async with visiting(board, stall=[{"surface": "search", "offset": 10, "seconds": 0.05}]) as site:
        stalled = await site.search(offset=10)
        await site.post("/admin/options", {"stall": []})
        assert ids(stalled["items"]) == ids((await site.search(offset=10))["items"])


async def test_postings_are_bumped_and_closed_while_they_are_paged_and_the_board_knows(board: Board) -> None:
    async with visiting(board, ceiling_rows=0, past="empty", live=1.0, page_cap=5) as site:
        walked = set(ids(await site.walk(category="sales")))
        events = await site.json(f"/admin/events?since_day={board.day}")
        after = set(await site.json("/admin/open"))
        truths = [await site.json(f"/admin/truth/{event['posting_id']}") for event in events]

    kinds = Counter(event["kind"] for event in events)
    assert set(kinds) == {"bumped", "ended"}
    assert board.open_ids() - after == {e["posting_id"] for e in events if e["kind"] == "ended"}
    assert all("sales" in truth["categories"] for truth in truths)
    assert all(event["at"] >= int(board.now.timestamp()) for event in events)
    assert walked
    assert board.events(board.day) == ()


async def test_what_happens_while_paging_is_the_same_each_time(board: Board) -> None:
    runs = []
    for _ in range(2):
        async with visiting(board, ceiling_rows=0, past="empty", live=0.5) as site:
            await site.walk(category="sales")
            runs.append(await site.json(f"/admin/events?since_day={board.day}"))

    assert runs[0] == runs[1] != []


async def test_the_date_header_tells_the_time_of_the_board(board: Board) -> None:
    async with visiting(board) as site:
        dates = [parsedate_to_datetime((await site.fetch("/jobs"))[1]["Date"]) for _ in range(61)]

    assert dates[0] == board.now
    assert dates[-1] == board.now + timedelta(seconds=2)


async def test_the_list_of_jobs_has_25_a_page_with_relative_stamps_and_starts_again_past_its_end(
    board: Board,
) -> None:
    async with visiting(board, ceiling_rows=100) as site:
        pages = [await site.html(f"/jobs?page={number}") for number in (1, 2, 4, 5)]
        order = ids((await site.search(limit=50))["items"])

    listed = [page.css("li.job::attr(data-id)").getall() for page in pages]
    assert listed[0] + listed[1] == order
    assert listed[3] == listed[0] != listed[2]
    stamps = pages[0].css("li.job time::text").getall()
    assert all(re.fullmatch(r"just now|\d+\+? (minute|hour|day|week)s? ago", stamp) for stamp in stamps)
    assert pages[0].css("select[name=category] option::attr(value)").getall()[1:] == list(TRADE_NAMES)


async def test_a_posting_has_a_page_with_what_the_endpoint_says(board: Board) -> None:
    posting = next(p for p in still_open(board) if int(p.id) % 5 and int(p.id) % 25 != 1 and p.posted)
    async with visiting(board) as site:
        page = await site.html(f"/job/{posting.id}")
        detail = await site.json(f"/api/job/{posting.id}")

    block = json.loads(page.css("script[type='application/ld+json']::text").get(""))
    assert block["title"] == page.css("article h1::text").get() == detail["title"] == title_of(posting)
    assert plain(block["description"]) == plain(detail["description"])
    assert plain(page.css("article .description").get("")) == plain(detail["description"])


@pytest.mark.parametrize("path", ["/job/", "/api/job/"])
async def test_ended_postings_are_gone_marked_or_lead_to_the_search(board: Board, path: str) -> None:
    async with visiting(board) as site:
        for method in ("GET", "HEAD"):
            answers = {
                ending: await site.fetch(path + ended(board, ending), method=method)
                for ending in ("404", "410", "marker", "redirect")
            }
            assert {ending: answer[0] for ending, answer in answers.items()} == {
                "404": 404,
                "410": 410,
                "marker": 200,
                "redirect": 302,
            }
            assert answers["redirect"][1]["Location"] == "/jobs"
            assert bool(answers["marker"][2]) is (method == "GET")
        assert (await site.fetch(path + "1"))[0] == 404
        marked = await site.json("/api/job/" + ended(board, "marker"))

    assert marked["status"] == "closed"
    assert marked["notice"] in CLOSED_MARKERS


async def test_the_marker_of_an_ended_posting_is_in_its_own_content_and_in_the_box_beside_others(
    board: Board,
) -> None:
    async with visiting(board) as site:
        marked = await site.html("/job/" + ended(board, "marker"))
        live = [await site.html(f"/job/{p.id}") for p in still_open(board)[:30]]

    assert marked.css("article.posting .notice::text").get() in CLOSED_MARKERS
    assert not any(page.css("article.posting .notice") for page in live)
    beside = [page.css("aside.similar .notice::text").get() for page in live]
    assert any(text in CLOSED_MARKERS for text in beside)
    assert not all(beside)


async def test_some_json_ld_is_broken_and_some_pages_have_none(board: Board) -> None:
    async with visiting(board) as site:
        blocks = [
            (await site.html(f"/job/{p.id}")).css("script[type='application/ld+json']::text").get()
            for p in still_open(board)[:120]
        ]

    def readable(block: str) -> bool:
        try:
            return bool(json.loads(block))
        except json.JSONDecodeError:
            return False

    kinds = Counter("none" if block is None else readable(block) for block in blocks)
    assert set(kinds) == {"none", True, False}
    assert kinds[True] > 0.6 * len(blocks)


def newest(board: Board, code: str) -> list[str]:
    rows = [p for p in still_open(board) if code in p.categories and p.posted is not None]
    return [p.id for p in sorted(rows, key=lambda p: (p.posted, int(p.id)), reverse=True)][:200]


async def test_feeds_hold_the_newest_of_their_category_once_repaired(board: Board) -> None:
    recovering = etree.XMLParser(recover=True)
    async with visiting(board) as site:
        for code in list(TRADE_NAMES)[:6]:
            rss = etree.fromstring((await site.fetch(f"/feeds/{code}.rss"))[2], recovering)
            atom = etree.fromstring((await site.fetch(f"/feeds/{code}.atom"))[2])
            assert rss.xpath("//item/guid/text()") == newest(board, code)
            entries = atom.xpath("//a:entry/a:id/text()", namespaces={"a": "http://www.w3.org/2005/Atom"})
            assert [entry.rpartition("/")[2] for entry in entries] == newest(board, code)


async def test_feeds_have_undeclared_entities_another_encoding_and_dates_of_many_kinds(board: Board) -> None:
    async with visiting(board) as site:
        bodies = [(await site.fetch(f"/feeds/{code}.rss"))[2] for code in TRADE_NAMES]

    assert any(b"&nbsp;" in body for body in bodies)
    assert {body[:60].split(b'"')[3] for body in bodies} == {b"utf-8", b"windows-1252"}
    text = b"".join(bodies).decode("windows-1252", "replace")
    dates = re.findall(r"<pubDate>(.*?)</pubDate>", text)
    assert text.count("<item>") > len(dates)
    assert any(date.startswith("Fri, 32") for date in dates)
    assert any(re.match(r"\d{4}-\d\d-\d\d ", date) for date in dates)


async def test_an_unchanged_feed_is_not_sent_again_and_a_changed_one_is(board: Board) -> None:
    async with visiting(board) as site:
        status, headers, _ = await site.fetch("/feeds/sales.rss")
        conditions = (
            {"If-None-Match": headers["ETag"]},
            {"If-None-Match": f'"x", W/{headers["ETag"]}'},
            {"If-Modified-Since": headers["Last-Modified"]},
            {"If-Modified-Since": "rubbish"},
            {"If-None-Match": '"x"', "If-Modified-Since": headers["Last-Modified"]},
        )
        answers = [await site.fetch("/feeds/sales.rss", condition) for condition in conditions]
        await site.post("/admin/advance")
        later = (await site.fetch("/feeds/sales.rss", conditions[0]))[0]

    assert status == 200
    assert [answer[0] for answer in answers] == [304, 304, 304, 200, 200]
    assert answers[0][2] == b""
    assert later == 200


async def test_there_is_no_feed_of_the_hidden_bucket(board: Board) -> None:
    async with visiting(board) as site:
        assert [(await site.fetch(f"/feeds/{name}"))[0] for name in (".rss", "none.rss", "sales.csv")] == [
            404
        ] * 3


async def test_robots_keep_crawlers_off_the_admin_pages_and_may_ask_for_a_delay(board: Board) -> None:
    async with visiting(board, crawl_delay=0.5) as site:
        robots = (await site.fetch("/robots.txt"))[2].decode()

    assert robots == "User-agent: *\nDisallow: /admin/\nDisallow: /private/\nCrawl-delay: 0.5\n"


async def test_the_admin_pages_let_a_day_pass_and_count_requests() -> None:
    board = Board(300, 2)
    async with visiting(board) as site:
        await site.search()
        stats = await site.json("/admin/stats")
        moved = await site.post("/admin/advance")
        total = (await site.search(limit=0))["total"]
        await site.post("/admin/stats/reset")
        cleared = (await site.json("/admin/stats"))["requests"]
        refused = await site.post("/admin/options", {"past": "wall"})

    assert (stats["day"], stats["open"], stats["requests"]) == (0, 300, {"search": 1})
    assert moved == (200, {"day": 1, "now": int((board.now + timedelta(days=1)).timestamp())})
    assert total == len(board.advance().open_ids())
    assert cleared == {}
    assert refused[0] == 400


async def test_other_paths_and_methods_are_refused(board: Board) -> None:
    async with visiting(board) as site:
        assert (await site.fetch("/api/nothing"))[0] == 404
        assert (await site.fetch("/admin/truth/1"))[0] == 404
        assert (await site.fetch("/jobs?page=0"))[0] == 400
        assert (await site.post("/api/search"))[0] == 405


def test_the_module_serves_from_the_command_line_until_it_is_stopped() -> None:
    command = [sys.executable, "-m", "directory_crawler.demo.board", "--size", "300", "--past", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert re.fullmatch(r"listening on http://127\.0\.0\.1:\d+\n", server.stdout.readline())
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--size", "3"], "at least 200 postings"),
        (["--options", '{"grain": "hour"}'], "grain: expected one of"),
    ],
)
def test_the_command_line_refuses_bad_options_with_a_reason(arguments: list[str], complaint: str) -> None:
    command = [sys.executable, "-m", "directory_crawler.demo.board", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert complaint in done.stderr


async def test_the_site_starts_at_the_present_when_the_epoch_is_now() -> None:
    epoch = datetime(2030, 3, 31, 12, tzinfo=timezone.utc)
    async with visiting(Board(300, 1, epoch=epoch)) as site:
        newest_item = (await site.search(limit=1))["items"][0]

    assert newest_item["posted_at"].startswith("2030-03-3")


async def test_by_the_clock_on_the_wall_the_time_of_the_board_starts_at_its_present() -> None:
    board = Board(300, 1)
    async with (
        serve(board, wall_clock=True) as base_url,
        aiohttp.ClientSession() as http,
        http.get(base_url + "/jobs") as response,
    ):
        date = parsedate_to_datetime(response.headers["Date"])

    assert timedelta() <= date - board.now < timedelta(hours=1)
