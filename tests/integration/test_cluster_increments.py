"""Copies of one vacancy day by day: whatever came first, the clusters are those of a computation from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from directory_crawler.demo.vacancies.corpus import Labelled
from tests.integration.judging import settings
from tests.integration.markets import Market, posting, text


@pytest.mark.parametrize("seed", range(6))
def test_any_split_into_days_gives_the_clusters_of_one(
    market: Market, labelled: Sequence[Labelled], seed: int
) -> None:
    """Whatever came first: texts become common and pairs are compared anew on the way."""
    at_once = Market(market.connection, "at once")
    at_once.day(*labelled)
    rng = Random(seed)
    rest = rng.sample(list(labelled), len(labelled))
    while rest:
        today = rng.randrange(1, len(rest) + 1)
        market.day(*rest[:today])
        rest = rest[today:]

    assert market.partition() == at_once.partition()
    assert any(len(group) > 2 for group in market.partition())


@pytest.mark.parametrize("seed", range(3))
def test_edits_and_closures_on_the_way_change_nothing_at_the_end(
    market: Market, labelled: Sequence[Labelled], seed: int
) -> None:
    """What is kept of a text that an edit took away does not linger."""
    rng = Random(seed)
    at_once = Market(market.connection, "at once")
    at_once.day(*labelled)
    before = {old.posting_id: rng.choice(labelled).text for old in rng.sample(list(labelled), 150)}
    market.day(*(replace(p, text=before.get(p.posting_id, p.text)) for p in labelled))
    market.close(*rng.sample(sorted(before), 50))
    market.day(*(p for p in labelled if p.posting_id in before))
    market.reopen(*before)
    market.day()

    assert market.partition() == at_once.partition()


PIECES = [text(f"piece{n}", 45) for n in range(6)]
LOW_CAPS = settings(CLUSTER_TEXT_CAP=3, CLUSTER_TITLE_CAP=2)
"""Under them what few texts share is common soon, and is not any more when one of them goes."""

facts = st.tuples(st.sampled_from("abcd"), st.sampled_from(["north", "south", ""]))
adverts = st.tuples(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4, unique=True).map(" ".join),
    st.sampled_from(["Nurse", "Night nurse", "Cook", "Cook 2"]),
)
steps = st.one_of(adverts, st.sampled_from(["close", "reopen"]))


@hypothesis_settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    employers=st.lists(facts, min_size=10, max_size=10),
    days=st.lists(st.dictionaries(st.integers(0, 9), steps, max_size=10), min_size=2, max_size=5),
)
def test_any_days_in_any_order_give_the_clusters_of_what_is_there_at_the_end(
    market: Market, employers: list[tuple[str, str]], days: list[dict[int, tuple[str, str] | str]]
) -> None:
    """New postings, edits, closures and reopenings; what was common becomes rare again, and rare things common."""
    with market.connection.transaction(force_rollback=True):
        by_day = Market(market.connection, "by day", settings=LOW_CAPS)
        at_once = Market(market.connection, "at once", settings=LOW_CAPS)
        there: dict[int, Labelled] = {}
        for today in days:
            by_day.run()
            for number, step in today.items():
                if isinstance(step, str):
                    (by_day.close if step == "close" else by_day.reopen)(str(number))
                    continue
                company, region = employers[number]
                there[number] = posting(str(number), company, step[0], title=step[1], region=region)
                by_day.put(there[number])
            by_day.cluster()
        at_once.day(*there.values())

        assert by_day.partition() == at_once.partition()
