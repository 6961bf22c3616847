"""Ids for life."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.identity.organisations import Change, Known, Naming, name_clusters


def name(
    clusters: list[str],
    known: dict[str, str] | None = None,
    *,
    closed: str = "",
    apart: str = "",
    retired: str = "",
) -> Naming:
    """Clusters and aliases as words of one-letter cards, of which "a" is the oldest; known ones seen in order."""
    cards = sorted(set("".join(clusters)))
    return name_clusters(
        [set(cluster) for cluster in clusters],
        [
            Known(own, frozenset(aliases), number)
            for number, (own, aliases) in enumerate((known or {}).items())
        ],
        age={card: number for number, card in enumerate(cards)},
        closed=set(closed),
        apart=[(pair[0], pair[1]) for pair in apart.split()],
        retired=set(retired),
    )


def as_words(naming: Naming) -> dict[str, str]:
    return {own: "".join(sorted(aliases)) for own, aliases in naming.organisations.items()}


def test_an_organisation_is_named_after_its_oldest_card() -> None:
    naming = name(["ca", "b"])
    assert as_words(naming) == {"a": "ac", "b": "b"}
    assert naming.changes == []


def test_an_older_card_that_joins_later_takes_nothing_over() -> None:
    naming = name(["ab"], {"b": "b"})
    assert as_words(naming) == {"b": "ab"}
    assert naming.changes == []


def test_of_two_that_prove_to_be_one_the_earlier_seen_keeps_its_id() -> None:
    naming = name(["ab"], {"b": "b", "a": "a"})
    assert as_words(naming) == {"b": "ab"}
    assert naming.changes == [Change("merged", "a", "b")]


def test_after_a_split_the_founder_keeps_the_id_and_the_rest_takes_its_own_oldest() -> None:
    naming = name(["a", "b", "cd"], {"b": "abcd"})
    assert as_words(naming) == {"b": "b", "a": "a", "c": "cd"}
    assert naming.changes == [Change("split", "a", "b"), Change("split", "c", "b")]


def test_an_id_given_up_is_taken_again_only_by_its_own_card_and_where_nothing_else_is_left() -> None:
    assert as_words(name(["a", "bc"], {"a": "abc"}, retired="b")) == {"a": "a", "c": "bc"}
    assert as_words(name(["a", "b"], {"a": "ab"}, retired="b")) == {"a": "a", "b": "b"}


def test_a_cluster_is_recognised_by_any_alias_when_its_founder_is_no_longer_there() -> None:
    naming = name(["bc"], {"z": "zbc"})
    assert as_words(naming) == {"z": "bc"}
    assert naming.changes == []


def test_closed_cards_stay_aliases_of_what_they_were_in() -> None:
    assert as_words(name(["ab", "c"], {"a": "abc"}, closed="c")) == {"a": "abc"}
    assert as_words(name(["b", "a"], {"a": "ab"}, closed="a")) == {"a": "ab"}
    assert as_words(name(["a", "b"], {"a": "ab"}, closed="ab")) == {"a": "ab"}


def test_a_closed_card_goes_with_the_founder_when_the_others_part() -> None:
    naming = name(["a", "b", "c"], {"a": "abc"}, closed="c")
    assert as_words(naming) == {"a": "ac", "b": "b"}


def test_a_closed_founder_goes_with_the_oldest_open_card() -> None:
    naming = name(["a", "b", "c"], {"a": "abc"}, closed="a")
    assert as_words(naming) == {"a": "ab", "c": "c"}
    assert naming.changes == [Change("split", "c", "a")]


def test_a_closed_card_taken_apart_by_hand_leaves() -> None:
    naming = name(["a", "b"], {"a": "ab"}, closed="b", apart="ab")
    assert as_words(naming) == {"a": "a", "b": "b"}


def test_a_closed_card_that_nobody_knew_is_an_organisation_of_its_own() -> None:
    assert as_words(name(["a", "b"], closed="b")) == {"a": "a", "b": "b"}


CARDS = "abcdefgh"
partitions = st.lists(st.integers(0, 4), min_size=len(CARDS), max_size=len(CARDS)).map(
    lambda labels: [
        "".join(card for card, own in zip(CARDS, labels, strict=True) if own == label)
        for label in set(labels)
    ]
)


@given(st.lists(partitions, min_size=1, max_size=6))
@settings(max_examples=150)
def test_whatever_merges_and_splits_an_id_is_always_where_its_card_is(history: list[list[str]]) -> None:
    """So no id is ever another organisation's, every card is somewhere, and every change has its event."""
    known: dict[str, str] = {}
    retired: set[str] = set()
    for clusters in history:
        naming = name(clusters, known, retired="".join(retired))
        now = as_words(naming)
        assert sorted("".join(now.values())) == list(CARDS)
        assert all(own in aliases for own, aliases in now.items())
        gone, new = known.keys() - now.keys(), now.keys() - known.keys()
        assert gone == {change.organisation_id for change in naming.changes if change.event == "merged"}
        if known:
            assert new == {change.organisation_id for change in naming.changes if change.event == "split"}
        again = name(clusters, {own: now[own] for own in sorted(now)}, retired="".join(retired))
        assert as_words(again) == now
        assert again.changes == []
        retired |= gone
        known = {own: now[own] for own in [*(k for k in known if k in now), *sorted(new)]}
