"""From raw values to the fields that are stored: each pipeline its own concern, and no bad value an error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from directory_crawler.items import RECORD_FIELDS, FetchFailure
from directory_crawler.pipelines.counts import CountsPipeline
from directory_crawler.pipelines.digest import DigestPipeline
from directory_crawler.pipelines.hours import HoursPipeline
from directory_crawler.pipelines.names import LONGEST_NAME, NamesPipeline
from directory_crawler.pipelines.phones import PhonesPipeline
from directory_crawler.pipelines.place import PlacePipeline
from directory_crawler.pipelines.text import TextPipeline
from directory_crawler.pipelines.web import WebPipeline
from directory_crawler.sites.grammar import FieldName
from tests.pipelines.cards import ORDER, faults, raw_card, through

WHOLE = {
    "name": ["Acorn &amp; Sons Ltd\x00"],
    "legal_name": ["Acorn and Sons Limited"],
    "rubrics": ["Bakeries", "Cafés", "Bakeries"],
    "address": ["12 High St, Leeds LS1 4AP"],
    "district": ["City  Centre"],
    "latitude": ["53.80012"],
    "longitude": ["-1.54901"],
    "hours": ["Mon-Fri 9am-5pm"],
    "phones": ["020 7946 0018, 07712 900018 ext 3"],
    "website": ["https://www.acorn.example/?utm_source=dir", "https://facebook.com/acorn"],
    "email": ["mailto:Post@acorn.example"],
    "photo_count": [3],
    "review_count": ["1,234 reviews"],
    "rating": ["4,5"],
    "status": ["temporarily_closed"],
}


async def test_a_card_goes_through_all_pipelines() -> None:
    card = await through(ORDER, raw_card(dict(WHOLE)))
    assert (card.name, card.legal_name) == ("Acorn & Sons Ltd", "Acorn and Sons Limited")
    assert card.name_tokens == ["acorn", "sons"]
    assert card.rubrics == ["Bakeries", "Cafés"]
    assert card.address == "12 High St, Leeds LS1 4AP"
    assert card.address_parts == {"street": "High St", "house": "12", "postcode": "LS1 4AP", "city": "Leeds"}
    assert (card.address_key, card.house, card.district) == ("high street 12", "12", "City Centre")
    assert (card.latitude, card.longitude, card.precision) == (53.80012, -1.54901, "exact")
    assert card.hours == [[[540, 1020]]] * 5 + [None, None]
    assert card.hours_text
    assert card.round_the_clock is False
    assert [phone["number"] for phone in card.phones] == ["+442079460018", "+447712900018"]
    assert card.phones[1]["extension"] == "3"
    assert card.phone_keys == ["442079460018", "447712900018"]
    assert (card.website, card.domain, card.web_key) == (
        "https://acorn.example/",
        "acorn.example",
        "acorn.example",
    )
    assert card.links == ["https://facebook.com/acorn"]
    assert card.email == "post@acorn.example"
    assert (card.photo_count, card.review_count, card.rating) == (3, 1234, 4.5)
    assert card.status == "temporarily_closed"
    assert card.digest
    assert card.flags == []
    assert card.faults == []


@pytest.mark.parametrize("pipeline", ORDER)
async def test_what_is_no_card_passes_untouched(pipeline: Any) -> None:
    failure = FetchFailure(None, "timeout")  # type: ignore[arg-type]
    assert await through((pipeline,), failure) is failure


async def test_a_card_that_could_not_be_read_stays_empty() -> None:
    card = await through(ORDER, raw_card({}, verdict="gone"))
    assert card == raw_card({}, verdict="gone")


async def test_the_order_of_lists_and_the_wording_of_values_leave_the_digest_alone() -> None:
    other = WHOLE | {
        "rubrics": ["Cafés", "Bakeries"],
        "address": ["12 High Street, Leeds"],
        "phones": ["+44 7712 900018", "+44 20 7946 0018"],
        "rating": ["3"],
        "review_count": [5],
        "photo_count": [9],
    }
    one, two = await through(ORDER, raw_card(dict(WHOLE))), await through(ORDER, raw_card(other))
    assert one.digest == two.digest
    moved = await through(ORDER, raw_card(dict(WHOLE) | {"address": ["14 High Street, Leeds"]}))
    assert moved.digest != one.digest


# --- text --------------------------------------------------------------------------------------------------


async def test_text_is_cleaned_in_every_corner_and_cuts_are_counted() -> None:
    card = raw_card(
        {"name": ["A\x00"], "hours": [{"mon\x00": ["9\u202e-17"]}], "address": ["x" * 10**6, "\x00"]},
        again=["1\x00"],
    )
    await through((TextPipeline,), card)
    assert card.raw["name"] == ["A"]
    assert card.raw["hours"] == [{"mon": ["9-17"]}]
    assert len(card.raw["address"]) == 1
    assert card.raw_phones_again == ["1"]
    assert faults(card) == [("address", "too long")]


# --- phones ------------------------------------------------------------------------------------------------


async def test_a_number_in_one_of_two_calls_only_is_tracked() -> None:
    card = raw_card(
        {"phones": ["020 7946 0018", "0330 200 1234"]}, again=["+44 20 7946 0018", "0330 200 9876"]
    )
    await through((PhonesPipeline,), card)
    assert card.phone_keys == ["442079460018"]
    assert [phone["number"] for phone in card.phones] == ["+442079460018"]
    assert [phone["number"] for phone in card.tracked_phones] == ["+443302001234", "+443302009876"]
    assert card.flags == ["call_tracking"]


@pytest.mark.parametrize("again", [["020 7946 0018"], ["+44 (0)20 7946 0018 ext 5"], [], ["none"]])
async def test_the_same_numbers_twice_or_a_second_answer_without_any_are_no_call_tracking(
    again: list[str],
) -> None:
    card = await through((PhonesPipeline,), raw_card({"phones": ["020 7946 0018"]}, again=again))
    assert card.phone_keys == ["442079460018"]
    assert (card.tracked_phones, card.flags) == ([], [])


async def test_tracked_numbers_leave_the_digest_alone() -> None:
    digests = {
        (
            await through(
                ORDER, raw_card({"phones": ["020 7946 0018", first]}, again=["020 7946 0018", second])
            )
        ).digest
        for first, second in [("0330 200 1234", "0330 200 9876"), ("0330 200 5555", "0330 200 1111")]
    }
    assert len(digests) == 1


async def test_fax_lines_come_last_and_junk_is_counted() -> None:
    card = raw_card({"phones": ["Fax 020 7946 0019", "020 7946 0018", "0800 XXX XXX"]})
    await through((PhonesPipeline,), card)
    assert [phone["kind"] for phone in card.phones] == ["fixed", "fax"]
    assert faults(card) == [("phones", "masked")]


# --- hours -------------------------------------------------------------------------------------------------


async def test_hours_that_cannot_be_read_stay_raw_and_are_counted() -> None:
    card = await through((HoursPipeline,), raw_card({"hours": ["by appointment only"]}))
    assert (card.hours, card.hours_text, card.round_the_clock) == (None, None, None)
    assert card.raw["hours"] == ["by appointment only"]
    assert card.flags == ["hours_unread"]
    assert [field for field, _ in faults(card)] == ["hours"]


async def test_closed_days_and_unknown_days_are_kept_apart() -> None:
    card = await through((HoursPipeline,), raw_card({"hours": ["Mon-Sat 10:00-18:00, Sunday closed"]}))
    assert card.hours == [[[600, 1080]]] * 6 + [[]]
    card = await through((HoursPipeline,), raw_card({"hours": ["Mon-Sat 10:00-18:00"]}))
    assert card.hours[6] is None


async def test_a_card_without_hours_is_no_fault() -> None:
    card = await through((HoursPipeline,), raw_card({"name": ["A"]}))
    assert (card.hours, card.flags, card.faults) == (None, [], [])


# --- place -------------------------------------------------------------------------------------------------


async def test_an_address_object_gives_its_parts() -> None:
    postal = {
        "@type": "PostalAddress",
        "streetAddress": "12 High St",
        "addressLocality": {"@type": "City", "name": "Leeds"},
        "postalCode": "LS1 4AP",
    }
    card = await through((PlacePipeline,), raw_card({"address": [postal]}))
    assert card.address == "12 High St, Leeds LS1 4AP"
    assert card.address_key == "high street 12"
    assert card.address_parts == {"street": "High St", "house": "12", "postcode": "LS1 4AP", "city": "Leeds"}


async def test_fields_of_the_parts_win_over_the_address_object() -> None:
    card = await through(
        (PlacePipeline,), raw_card({"address": [{"city": "York"}], "city": ["Leeds"], "street": ["High St"]})
    )
    assert card.address_parts["city"] == "Leeds"


async def test_an_address_without_a_place_is_kept_and_counted() -> None:
    card = await through((PlacePipeline,), raw_card({"address": ["Riverside Park"]}))
    assert (card.address, card.address_key) == ("Riverside Park", None)
    assert faults(card) == [("address", "no street and house")]


@pytest.mark.parametrize(
    ("latitude", "longitude", "reason"),
    [(0, 0, "zero"), ("95", "195", "out of range"), ("x", "y", "not a number")],
)
async def test_a_refused_point_is_counted_and_not_kept(
    latitude: object, longitude: object, reason: str
) -> None:
    card = await through((PlacePipeline,), raw_card({"latitude": [latitude], "longitude": [longitude]}))
    assert (card.latitude, card.longitude, card.precision) == (None, None, None)
    assert faults(card) == [("coordinates", reason)]


async def test_the_profile_s_default_point_is_the_city() -> None:
    card = await through((PlacePipeline,), raw_card({"latitude": ["53.80000"], "longitude": ["-1.55000"]}))
    assert card.precision == "city"


# --- web ---------------------------------------------------------------------------------------------------


async def test_a_shared_page_alone_gives_a_key_but_no_domain() -> None:
    card = await through((WebPipeline,), raw_card({"website": ["https://facebook.com/acorn"]}))
    assert (card.website, card.domain, card.web_key) == (None, None, "facebook.com/acorn")
    assert card.links == ["https://facebook.com/acorn"]


async def test_links_into_the_directory_and_junk_are_no_links() -> None:
    card = raw_card(
        {
            "website": ["https://directory.example/go?x=1", "javascript:alert(1)"],
            "links": ["tel:1"],
            "email": ["-", "a@acorn.de"],
        }
    )
    await through((WebPipeline,), card)
    assert (card.website, card.links, card.email) == (None, [], "a@acorn.de")
    assert faults(card) == [("website", "no web address"), ("email", "no mail address")]


async def test_a_redirect_of_the_directory_gives_its_target() -> None:
    raw = {"website": ["https://www.directory.example/go?to=https%3A%2F%2Facorn.de%2F%3Futm_source%3Ddir"]}
    card = await through((WebPipeline,), raw_card(raw))
    assert (card.website, card.domain, card.links) == ("https://acorn.de/", "acorn.de", [])


# --- names and counts --------------------------------------------------------------------------------------


async def test_a_name_of_a_legal_form_only_is_kept_and_has_no_tokens() -> None:
    card = await through((NamesPipeline,), raw_card({"name": ["Ltd."]}))
    assert (card.name, card.name_tokens) == ("Ltd.", [])


async def test_a_legal_name_gives_the_tokens_where_it_is_the_only_name() -> None:
    card = await through((NamesPipeline,), raw_card({"legal_name": ["Acorn Ltd"]}))
    assert card.name_tokens == ["acorn"]


async def test_an_endless_name_is_cut_and_counted() -> None:
    card = await through((NamesPipeline,), raw_card({"name": ["x" * 10_000]}))
    assert card.name == "x" * LONGEST_NAME
    assert faults(card) == [("name", "too long")]


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("review_count", 12, 12),
        ("review_count", "12", 12),
        ("review_count", "12.0", 12),
        ("review_count", "1 234 отзыва", 1234),
        ("review_count", "(1,234)", 1234),
        ("photo_count", 0, 0),
        ("photo_count", -1, None),
        ("photo_count", "many", None),
        ("photo_count", 10**12, None),
        ("photo_count", 2.5, None),
        ("rating", 4.5, 4.5),
        ("rating", "4,5", 4.5),
        ("rating", "9/10", 4.5),
        ("rating", "4.5 out of 5", 4.5),
        ("rating", 0, 0.0),
        ("rating", 5.1, None),
        ("rating", -1, None),
        ("rating", "good", None),
        ("rating", "3/0", None),
        ("rating", float("inf"), None),
        ("status", "active", "active"),
        ("status", "permanently_closed", "permanently_closed"),
        ("status", "on holiday", "active"),
    ],
)
async def test_counts_ratings_and_status_keep_their_bounds(
    field: str, value: object, expected: object
) -> None:
    card = await through((CountsPipeline,), raw_card({field: [value]}))
    assert getattr(card, field) == expected
    refused = expected is None or value == "on holiday"
    assert [name for name, _ in faults(card)] == [field] * refused


async def test_a_card_whose_page_says_closed_is_permanently_closed() -> None:
    card = await through((CountsPipeline,), raw_card({"name": ["A"]}, verdict="closed"))
    assert card.status == "permanently_closed"


async def test_the_digest_covers_what_the_pipelines_before_it_found() -> None:
    card = await through((DigestPipeline,), raw_card({"name": ["A"]}))
    changed = raw_card({"name": ["A"]})
    changed.email = "a@acorn.de"
    await through((DigestPipeline,), changed)
    assert card.digest != changed.digest


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(
        ["020 7946 0018", "12 High St", "Mon 9-17", "https://acorn.de", "a@b.de", "53.8", "4/5"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(FieldName.__args__)


@given(
    st.dictionaries(FIELDS, st.lists(JSON, min_size=1, max_size=3), min_size=1, max_size=8),
    st.none() | st.lists(JSON, max_size=2),
)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
async def test_any_raw_card_becomes_a_record_that_postgresql_takes(
    raw: dict[str, list[Any]], again: list[Any] | None
) -> None:
    card = await through(ORDER, raw_card(raw, again=again))
    record = json.dumps({name: getattr(card, name) for name in RECORD_FIELDS}, allow_nan=False)
    assert "\\u0000" not in record
    assert card.digest
    assert all(isinstance(key, str) and key for key in card.phone_keys)
