"""The fold over what a crawl stored, in a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from psycopg.types.json import Jsonb
from scrapy.settings import Settings

from directory_crawler.demo.city import City
from directory_crawler.demo.compare import compare
from directory_crawler.postcrawl import fold
from directory_crawler.storage.database import Connection, connect
from tests.integration.crawling import crawl_city

SITE = "town"
WEEK = datetime(2026, 3, 2, tzinfo=timezone.utc)
SETTINGS = Settings()


@dataclass
class Town:
    """A site whose cards a test writes as a promoted run would leave them."""

    connection: Connection
    run_id: int = 0
    weeks: int = field(default=0)

    def run(self) -> int:
        """Begin another accepted run, a week later."""
        row = self.connection.execute(
            "insert into crawl.runs (site, kind, status, profile_digest, as_of)"
            " values (%s, 'directory', 'accepted', '', %s) returning run_id",
            (SITE, WEEK + timedelta(weeks=self.weeks)),
        ).fetchone()
        assert row is not None
        self.run_id, self.weeks = row[0], self.weeks + 1
        return self.run_id

    def card(self, org_id: str, **fields: Any) -> None:
        """Write a card; its phones, words and address key follow from what is said."""
        phones = fields.pop("phones", [])
        name = fields.get("name", "Ashford Bakery")
        stamp = WEEK + timedelta(weeks=self.weeks - 1)
        values: dict[str, Any] = {
            "site": SITE,
            "org_id": org_id,
            "name": name,
            "name_tokens": sorted(name.lower().split()),
            "phones": Jsonb([{"number": phone, "key": phone} for phone in phones]),
            "phone_keys": phones,
            "first_seen": stamp,
            "last_seen": stamp,
            "last_fetched": stamp,
            "first_run": self.run_id,
            "last_run": self.run_id,
            **fields,
        }
        columns = ", ".join(values)
        marks = ", ".join(f"%({name})s" for name in values)
        updates = ", ".join(f"{name} = excluded.{name}" for name in values if not name.startswith("first"))
        self.connection.execute(
            f"insert into crawl.cards ({columns}) values ({marks})"  # type: ignore[call-overload]
            f" on conflict (site, org_id) do update set {updates}",
            values,
        )

    def fold(self) -> fold.Folded:
        return fold.apply(self.connection, self.run_id, SETTINGS)

    def aliases(self) -> dict[str, list[str]]:
        return {
            row[0]: sorted(row[1])
            for row in self.connection.execute("select organisation_id, aliases from crawl.organisations")
        }

    def events(self) -> list[tuple[str, str, dict[str, str]]]:
        return self.connection.execute(
            "select organisation_id, event, detail from crawl.organisation_events where run_id = %s order by 1, 2",
            (self.run_id,),
        ).fetchall()

    def organisation(self, organisation_id: str, *columns: str) -> tuple[Any, ...]:
        row = self.connection.execute(
            f"select {', '.join(columns)} from crawl.organisations where organisation_id = %s",  # type: ignore[call-overload]
            (organisation_id,),
        ).fetchone()
        assert row is not None
        return row


@pytest.fixture
def town(database: str) -> Iterator[Town]:
    with connect(database) as connection, connection.transaction(force_rollback=True):
        town = Town(connection)
        town.run()
        yield town


def test_the_survivor_speaks_first_and_its_siblings_fill_in_with_provenance(town: Town) -> None:
    town.card(
        "9", legal_name="Ashford Bakery Ltd", phones=["441"], rubrics=["bread"], links=["https://a.example"]
    )
    town.card(
        "20",
        name="ASHFORD BAKERY",
        phones=["442", "441"],
        email="info@a.example",
        rubrics=["cakes", "bread"],
        address="12 High Street",
        address_key="high street 12",
        house="12",
        latitude=52.0,
        longitude=1.0,
        precision="exact",
        flags=["call_tracking"],
    )
    folded = town.fold()

    assert (folded.cards, folded.organisations, folded.of_several) == (2, 1, 1)
    expected = {
        "survivor_id": "9",
        "aliases": ["9", "20"],
        "name": "Ashford Bakery",
        "legal_name": "Ashford Bakery Ltd",
        "email": "info@a.example",
        "address": "12 High Street",
        "latitude": 52.0,
        "rubrics": ["bread", "cakes"],
        "flags": ["call_tracking"],
        "provenance": {
            "email": "20",
            "address": "20",
            "coordinates": "20",
            "phones": ["20"],
            "rubrics": ["20"],
        },
    }
    assert dict(zip(expected, town.organisation("9", *expected), strict=True)) == expected
    (phones,) = town.organisation("9", "phones")
    assert [phone["key"] for phone in phones] == ["441", "442"]


def test_the_activity_is_the_name_of_the_first_leaf_before_any_group(town: Town) -> None:
    for level, rubric, name in (
        (0, "g", "Food"),
        (1, "r", "Bakeries"),
        (2, "l", "Rye bread"),
        (2, "m", "Cakes"),
    ):
        town.connection.execute(
            "insert into crawl.rubrics (run_id, rubric_id, level, name) values (%s, %s, %s, %s)",
            (town.run_id, rubric, level, name),
        )
    town.card("1", rubrics=["g", "r", "m", "l"])
    town.card("2", name="Milton Shoes", rubrics=["Food", "Bakeries"])
    town.card("3", name="Corley Tools", rubrics=["Unheard of"])
    town.card("4", name="Ember Ltd")
    town.fold()

    activities = [town.organisation(card, "activity")[0] for card in "1234"]
    assert activities == ["Cakes", "Bakeries", "Unheard of", None]


def test_a_repeated_fold_writes_nothing_and_tells_nothing(town: Town) -> None:
    town.card("1", phones=["441"])
    town.card("2", phones=["441"])
    town.card("3", name="Milton Shoes")
    town.fold()
    before = town.connection.execute(
        "select organisation_id, xmin, ctid from crawl.organisations"
        " union all select card_a, xmin, ctid from crawl.fold_links order by 1"
    ).fetchall()
    folded = town.fold()

    assert (folded.merged, folded.split) == (0, 0)
    assert (
        before
        == town.connection.execute(
            "select organisation_id, xmin, ctid from crawl.organisations"
            " union all select card_a, xmin, ctid from crawl.fold_links order by 1"
        ).fetchall()
    )
    assert town.events() == []


def test_organisations_that_prove_to_be_one_merge_under_the_earlier_seen_and_part_again_when_unfolded(
    town: Town,
) -> None:
    town.card("30", phones=["441"])
    town.fold()
    town.run()
    town.card("4", phones=["442"])
    town.fold()
    town.run()
    town.card("4", phones=["441"])
    folded = town.fold()

    assert town.aliases() == {"30": ["30", "4"]}
    assert town.events() == [("4", "merged", {"into": "30"})]
    assert folded.merged == 1

    town.run()
    assert fold.keep_apart(town.connection, SITE, "4", "30")
    fold.refold(town.connection, SITE, SETTINGS)
    assert town.aliases() == {"30": ["30"], "4": ["4"]}
    assert town.events() == [("4", "split", {"from": "30"})]
    town.run()
    assert not fold.keep_apart(town.connection, SITE, "30", "4")
    town.fold()
    assert town.aliases() == {"30": ["30"], "4": ["4"]}
    assert town.events() == []


def test_a_new_survivor_is_no_event_and_leaves_the_id(town: Town) -> None:
    town.card("1", phones=["441"])
    town.fold()
    town.run()
    town.card("2", phones=["441"], legal_name="Ashford Bakery Ltd", email="info@a.example")
    town.fold()
    assert town.organisation("1", "survivor_id") == ("2",)
    assert town.events() == []


def test_a_closed_card_stays_an_alias_and_says_nothing_while_another_is_open(town: Town) -> None:
    town.card("1", phones=["441"], email="old@a.example")
    town.card("2", phones=["441"])
    town.fold()
    town.run()
    town.card("1", phones=["441"], email="old@a.example", closed_at=WEEK)
    town.card("3", phones=["441"], closed_at=WEEK)
    town.fold()
    assert town.aliases() == {"1": ["1", "2"], "3": ["3"]}
    assert town.organisation("1", "survivor_id", "email", "closed_at", "status") == (
        "2",
        None,
        None,
        "active",
    )
    town.run()
    town.card("2", phones=["441"], closed_at=WEEK + timedelta(weeks=2))
    town.fold()
    assert town.organisation("1", "closed_at", "status") == (WEEK + timedelta(weeks=2), "permanently_closed")
    assert town.events() == []


def test_points_of_a_city_are_found_in_the_data_and_flagged(town: Town) -> None:
    for number in range(1, 44):
        town.card(str(number), name=f"Firm {number}{number}", latitude=52.0, longitude=1.0, precision="exact")
    town.fold()
    assert town.organisation("7", "precision", "flags") == ("city", ["city_point"])
    assert town.connection.execute("select distinct precision from crawl.cards").fetchall() == [("city",)]


def test_the_evidence_of_joins_is_kept_while_they_last(town: Town) -> None:
    town.card("1", phones=["441"])
    town.card("2", phones=["441"])
    town.fold()
    links = "select card_a, card_b, key_kind, key_value from crawl.fold_links"
    assert town.connection.execute(links).fetchall() == [("1", "2", "phone", "441")]
    town.card("2", phones=["442"])
    town.fold()
    assert town.connection.execute(links).fetchall() == []


def test_refusals_say_what_is_missing(town: Town) -> None:
    with pytest.raises(LookupError, match="no run 999"):
        fold.apply(town.connection, 999, SETTINGS)
    with pytest.raises(LookupError, match="no accepted run of 'elsewhere'"):
        fold.refold(town.connection, "elsewhere", SETTINGS)
    with pytest.raises(LookupError, match="no card 'x'"):
        fold.keep_apart(town.connection, SITE, "x", "y")


def test_a_site_without_cards_has_no_organisations(town: Town) -> None:
    assert town.fold().organisations == 0


async def test_a_crawled_city_folds_into_its_organisations(database: str) -> None:
    city = City(size=400, seed=5)
    crawled = await crawl_city(database, city)
    assert crawled.status == "accepted", crawled.reason
    with connect(database) as connection:
        result = compare(connection, "demo-directory", city)
    assert result.true_pairs > 10
    assert result.precision >= 0.995
    assert result.recall >= 0.97


def test_the_caps_are_settings(town: Town) -> None:
    for number in range(1, 6):
        town.card(str(number), phones=["62006200"])
    assert town.fold().organisations == 5
    town.run()
    assert fold.apply(town.connection, town.run_id, Settings({"FOLD_PHONE_CAP": 5})).organisations == 1
