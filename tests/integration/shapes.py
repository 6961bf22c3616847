"""A small directory that lives on from week to week, and lists its records as sites do that are not bundled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web

PAGE = 10
SIZES = (0, 1, 9, 10, 11, 30, 57, 103)
"""Of the rubrics; pages that are exactly full are the last ones of two."""

PROFILE = """
name = "shape"
kind = "directory"
base_url = "https://shape.example"
country = "DE"
languages = ["de"]

[rubricator]
start = "/tree"
[[rubricator.nodes]]
items = "jmespath: rubrics"
id = "jmespath: id"
name = "jmespath: id"

[listing]
page_size = 10
{listing}

[card]
url = "/card/{{id}}"
[card.fields]
name = "jmespath: name"

[settings]
THROTTLE_LIFTED = true
"""
_JSON = 'items = "jmespath: items"\nid = "jmespath: id"\n'
_HTML = 'items = "css: li"\nid = "css: a::attr(href)"\nempty = "text: nothing here"\n'
LISTINGS = {
    "cursors": 'url = "/list?rubric={rubric}{&cursor}"\npaging = "cursor"\ncursor = "jmespath: next"\n'
    f'count = "jmespath: total"\n{_JSON}',
    "cursors, no totals": 'url = "/list?rubric={rubric}{&cursor}"\npaging = "cursor"\ncursor = "jmespath: next"\n'
    f'next = "jmespath: next"\n{_JSON}',
    "a JSON body": 'url = "/list"\nmethod = "POST"\npaging = "offset"\ncount = "jmespath: total"\n'
    f'json = {{ rubric = "{{rubric}}", from = "{{offset}}", size = "{{size}}" }}\n{_JSON}',
    "a Range header": 'url = "/list?rubric={rubric}"\npaging = "range"\ncount = "jmespath: total"\n'
    f'headers = {{ Range = "items={{start}}-{{end}}" }}\n{_JSON}',
    "HTML, next links": f'url = "/html?rubric={{rubric}}&p={{page}}"\nfirst_page = 0\nnext = "css: a.next"\n{_HTML}',
    "HTML, nothing but pages": f'url = "/html?rubric={{rubric}}&p={{page}}"\nfirst_page = 0\n{_HTML}',
    "totals on page one": f'url = "/list?rubric={{rubric}}&p={{page}}"\ncount = "jmespath: first_total"\n{_JSON}',
    "approximate totals": 'url = "/list?rubric={rubric}&p={page}"\ncount = "jmespath: about"\n'
    f"count_tolerance = 0.1\n{_JSON}",
}


@dataclass(frozen=True)
class Shape:
    """The directory in one week: from the second one on some have left, and others have come."""

    week: int

    @property
    def rubrics(self) -> dict[str, list[str]]:
        return {f"r{size}": self._held(f"r{size}", size) for size in SIZES}

    @property
    def ids(self) -> set[str]:
        return {record_id for ids in self.rubrics.values() for record_id in ids}

    def _held(self, rubric: str, size: int) -> list[str]:
        ids = [f"{rubric}-{number}" for number in range(size)]
        if not self.week:
            return ids
        return [record_id for record_id in ids if not record_id.endswith("7")] + [f"{rubric}-new"] * bool(
            size
        )


@asynccontextmanager
async def serve_shape(shape: Shape, *, says_gone: bool = False) -> AsyncIterator[str]:
    """Serve it; with ``says_gone`` the card of a record that has left is a page of words, with status 200."""
    rubrics, everything = shape.rubrics, shape.ids

    async def tree(request: web.Request) -> web.Response:
        return web.json_response({"rubrics": [{"id": rubric} for rubric in rubrics]})

    async def listing(request: web.Request) -> web.Response:
        if request.method == "POST":
            asked = await request.json()
            return listed(asked["rubric"], asked["from"])
        rubric = request.query["rubric"]
        if "Range" in request.headers:
            start, _, end = request.headers["Range"].removeprefix("items=").partition("-")
            if int(start) >= max(len(rubrics[rubric]), 1):
                raise web.HTTPRequestRangeNotSatisfiable
            return listed(rubric, int(start), int(end) + 1 - int(start))
        if "p" in request.query:
            return listed(rubric, (int(request.query["p"]) - 1) * PAGE)
        return listed(rubric, int(request.query.get("cursor", "c0")[1:]))

    def listed(rubric: str, start: int, size: int = PAGE) -> web.Response:
        ids = rubrics[rubric]
        page = {
            "items": [{"id": record_id} for record_id in ids[start : start + size]],
            "total": len(ids),
            "about": round(1.04 * len(ids)),
            "next": f"c{start + PAGE}" if start + PAGE < len(ids) else None,
        }
        return web.json_response(page if start else {**page, "first_total": len(ids)})

    async def html(request: web.Request) -> web.Response:
        ids, start = rubrics[request.query["rubric"]], int(request.query["p"]) * PAGE
        lines = "".join(
            f'<li><a href="/card/{record_id}?from=list">{record_id}</a></li>'
            for record_id in ids[start : start + PAGE]
        )
        more = '<a class="next">more</a>' if start + PAGE < len(ids) else ""
        text = f"<html><body><ul>{lines or 'Nothing here'}</ul>{more}</body></html>"
        return web.Response(text=text, content_type="text/html")

    async def card(request: web.Request) -> web.Response:
        record_id = request.match_info["id"]
        if record_id not in everything:
            if says_gone:
                return web.json_response({"message": "there is nothing here"})
            raise web.HTTPNotFound
        return web.json_response({"name": f"Firma {record_id}"})

    app = web.Application()
    app.router.add_get("/tree", tree)
    app.router.add_route("*", "/list", listing)
    app.router.add_get("/html", html)
    app.router.add_get("/card/{id}", card)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
