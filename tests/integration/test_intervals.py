"""A public register over HTTP: no tree of rubrics, a ceiling, and numbers or days as the only way to cut."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from tests.integration.crawling import Crawled, column, crawl

SIZE, SERVED, PAGE = 700, 120, 20
PROFILE = """
name = "register"
kind = "directory"
base_url = "https://register.example"
country = "NO"
languages = ["no"]

[listing]
url = "/units?page={{page}}&size={{size}}{{&{places}}}"
axes = {axes}
first_page = 0
page_size = 20
ceiling = 120
count = "jmespath: page.total"
items = "jmespath: units"
id = "jmespath: number"
fields = {{ name = "jmespath: name" }}

{tables}

[card]
url = "/units/{{id}}"
[card.fields]
name = "jmespath: name"

[settings]
THROTTLE_LIFTED = true
"""
EMPLOYEES = """
[axes.employees]
partition = "{partition}"
range = {{ from = "minEmployees", to = "maxEmployees" }}
"""
REGISTERED = """
[axes.registered]
partition = "{partition}"
range = {{ from = "registeredFrom", to = "registeredTo", lowest = 1995-01-01, inclusive = false, format = "%d.%m.%Y" }}
"""


@dataclass(frozen=True)
class Unit:
    number: str
    employees: int | None
    registered: date


def units(without: float) -> list[Unit]:
    rng = random.Random(11)
    return [
        Unit(
            f"9{n:08}",
            None if rng.random() < without else min(int(rng.paretovariate(0.25)) - 1, 120_000),
            date(1995, 2, 19) + timedelta(days=rng.randrange(11_000)),
        )
        for n in range(SIZE)
    ]


@asynccontextmanager
async def register(held: list[Unit], fails_from: int | None = None) -> AsyncIterator[str]:
    """A register that tells its total, and refuses pages past what it serves of one query.

    From so many employees on its search fails, and its cards are not found.
    """

    def fails(employees: int | None) -> bool:
        return None not in (fails_from, employees) and employees >= fails_from  # type: ignore[operator]

    def read_day(text: str) -> date:
        day, month, year = map(int, text.split("."))
        return date(year, month, day)

    def is_asked(unit: Unit, query: Any) -> bool:
        if "minEmployees" in query and (
            unit.employees is None or unit.employees < int(query["minEmployees"])
        ):
            return False
        if "maxEmployees" in query and (
            unit.employees is None or unit.employees > int(query["maxEmployees"])
        ):
            return False
        if "registeredFrom" in query and unit.registered < read_day(query["registeredFrom"]):
            return False
        return "registeredTo" not in query or unit.registered < read_day(query["registeredTo"])

    async def search(request: web.Request) -> web.Response:
        found = [unit for unit in held if is_asked(unit, request.query)]
        start = int(request.query["page"]) * PAGE
        if fails(int(request.query.get("minEmployees", 0))):
            raise web.HTTPInternalServerError
        if start >= SERVED:
            raise web.HTTPBadRequest(text="page * size must not exceed 120")
        shown = [
            {"number": unit.number, "name": f"Unit {unit.number}"} for unit in found[start : start + PAGE]
        ]
        return web.json_response({"page": {"total": len(found)}, "units": shown})

    async def card(request: web.Request) -> web.Response:
        number = request.match_info["number"]
        if not any(unit.number == number and not fails(unit.employees) for unit in held):
            raise web.HTTPNotFound
        return web.json_response({"name": f"Unit {number}"})

    app = web.Application()
    app.router.add_get("/units", search)
    app.router.add_get("/units/{number}", card)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def write_profile(path: Path, *axes: str, partition: str = "exact", registered: str = "exact") -> str:
    """Write the profile of the register with these axes; return where."""
    places = {"employees": "minEmployees,maxEmployees", "registered": "registeredFrom,registeredTo"}
    tables = {
        "employees": EMPLOYEES.format(partition=partition),
        "registered": REGISTERED.format(partition=registered),
    }
    profile = path / "register.toml"
    profile.write_text(
        PROFILE.format(
            axes=list(axes),
            places=",".join(places[axis] for axis in axes),
            tables="\n".join(tables[axis] for axis in axes),
        ),
        encoding="utf-8",
    )
    return str(profile)


async def crawl_register(database: str, path: Path, held: list[Unit], *axes: str, **how: Any) -> Crawled:
    partitions = {name: how.pop(name) for name in ("partition", "registered") if name in how}
    profile = write_profile(path, *axes, **partitions)
    async with register(held, how.pop("fails_from", None)) as base_url:
        return await crawl(
            database,
            base_url,
            profile,
            settings={"LOG_ENABLED": False, **how.pop("settings", {})},
            **how,
        )


@pytest.mark.parametrize("axis", ["employees", "registered"])
async def test_a_register_is_read_whole_by_numbers_or_by_days(
    database: str, tmp_path: Path, axis: str
) -> None:
    """Each unit once, at a price near that of its pages: most units have no more than a handful of employees."""
    held = units(without=0.0)

    crawled = await crawl_register(database, tmp_path, held, axis)

    assert crawled.status == "accepted", crawled.reason
    assert column(database, "select org_id from crawl.cards order by 1") == [unit.number for unit in held]
    assert crawled.listing_requests <= 2 * SIZE / PAGE
    values = column(database, "select filters ->> %s from crawl.parts where status = 'complete'", axis)
    assert all(".." in value for value in values)


async def test_units_that_have_not_said_are_found_on_another_axis(database: str, tmp_path: Path) -> None:
    """A tenth is in no interval of employees; the days of registration have them."""
    held = units(without=0.1)

    crawled = await crawl_register(database, tmp_path, held, "employees", "registered", partition="rest")

    assert crawled.status == "accepted", crawled.reason
    assert column(database, "select org_id from crawl.cards order by 1") == [unit.number for unit in held]


@pytest.mark.parametrize("axes", [("employees", "registered"), ("registered", "employees")])
async def test_two_axes_that_leave_a_rest_are_walked_one_after_the_other(
    database: str, tmp_path: Path, axes: tuple[str, str]
) -> None:
    """Not the one again within each interval of the other: some units are in no interval, of either."""
    old = date(1990, 5, 1)
    held = [replace(unit, registered=old) if n % 15 == 0 else unit for n, unit in enumerate(units(0.1))]
    within_reach = {unit.number for unit in held[:SERVED]}

    crawled = await crawl_register(database, tmp_path, held, *axes, partition="rest", registered="rest")

    sighted = set(column(database, "select distinct record_id from crawl.sightings"))
    missing = {unit for unit in held if unit.number not in sighted}
    assert all(unit.employees is None and unit.registered == old for unit in missing)
    assert not within_reach & {unit.number for unit in missing}
    assert crawled.listing_requests <= 6 * SIZE / PAGE


async def test_units_that_no_interval_holds_are_a_named_hole(database: str, tmp_path: Path) -> None:
    """Nothing else to cut along: the certificate says how many are missing, and the run is rejected."""
    held = units(without=0.3)

    crawled = await crawl_register(database, tmp_path, held, "employees", partition="rest")

    assert crawled.status == "rejected"
    sighted = set(column(database, "select distinct record_id from crawl.sightings"))
    assert sighted >= {unit.number for unit in held if unit.employees is not None}
    missing = SIZE - len(sighted)
    assert column(
        database, "select residual from crawl.slices where parent_id is null and proven is false"
    ) == [missing]
    assert missing > 0


async def test_weeks_that_are_cut_in_other_places_close_what_is_gone_and_nothing_else(
    database: str, tmp_path: Path
) -> None:
    """New small units make one interval too large for a query; who left the register is missed twice, then closed."""
    held = units(without=0.05)
    gone = {unit.number for unit in held[::70]}
    small = [Unit(f"8{n:08}", 2, date(2026, 1, 1)) for n in range(60)]
    here = [unit for unit in held if unit.number not in gone] + small
    cuts = []

    for week, listed in enumerate((held, here, here)):
        stamp = f"2026-01-{5 + 7 * week:02}T00:00:00+00:00"
        crawled = await crawl_register(
            database,
            tmp_path,
            listed,
            "employees",
            "registered",
            partition="rest",
            settings={"RUN_AS_OF": stamp, "ACCEPT_OPENED": 1, "ACCEPT_CLOSED": 1},
        )
        assert crawled.status == "accepted", crawled.reason
        complete = "select filters from crawl.slices where status = 'complete' and run_id = %s order by 1"
        cuts.append(column(database, complete, week + 1))
        closed = set(column(database, "select org_id from crawl.cards where closed_at is not null"))
        assert closed == (gone if week == 2 else set())
    assert cuts[1] != cuts[0]


async def test_what_no_proven_interval_covers_is_not_missed(database: str, tmp_path: Path) -> None:
    """A site without a tree has places, too: its large units cannot be searched, nor be had, for two weeks."""
    held = units(without=0.0)
    lenient = {
        **dict.fromkeys(("COVERAGE", "RUBRIC_COVERAGE", "DISTRICT_COVERAGE"), 0),
        **dict.fromkeys(
            ("NAMED_HOLES", "UNNAMED_HOLES", "FAILED_FETCHES", "STALE", "CLOSED_BY_ABSENCE"), 100
        ),
    }
    for week in range(3):
        crawled = await crawl_register(
            database,
            tmp_path,
            held,
            "employees",
            fails_from=1000 if week else None,
            settings={
                "RUN_AS_OF": f"2026-01-{5 + 7 * week:02}T00:00:00+00:00",
                "RETRY_ENABLED": False,
                **{f"ACCEPT_{name}": bound for name, bound in lenient.items()},
            },
        )
        assert crawled.status == "accepted", crawled.reason
        assert column(
            database, "select count(*) from crawl.cards where closed_at is not null or misses > 0"
        ) == [0]
    assert column(database, "select count(*) > 0 from crawl.slices where status = 'failed'") == [True]


async def test_one_interval_can_be_the_scope_of_a_run(database: str, tmp_path: Path) -> None:
    held = units(without=0.0)

    crawled = await crawl_register(database, tmp_path, held, "employees", only="employees:10..499")

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select distinct record_id from crawl.sightings")) == {
        unit.number for unit in held if unit.employees is not None and 10 <= unit.employees <= 499
    }


@pytest.mark.parametrize("value", ["ten", "10", "500..10", "1.5..2"])
async def test_a_scope_that_is_no_interval_fails_and_says_what_one_looks_like(
    database: str, tmp_path: Path, value: str
) -> None:
    crawled = await crawl_register(database, tmp_path, [], "employees", only=f"employees:{value}")

    assert crawled.status == "failed"
    assert f"only=employees:{value}" in crawled.reason
