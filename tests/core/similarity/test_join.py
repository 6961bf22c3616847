"""Marks and the join: nothing that two texts share for long escapes, and order does not matter."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.similarity.blocks import NAMES, TURNED, WORD, overlaps
from directory_crawler.core.similarity.join import RUN, Caps, Common, Sources, join
from directory_crawler.core.similarity.marks import FOUND, SHINGLE, marks_of
from directory_crawler.core.similarity.texts import Texts

words = st.integers(0, 30).map("w{}".format)
runs = st.lists(words, min_size=1, max_size=30)


NOTHING = Common(np.zeros(0, np.uint32), np.zeros(0, np.uint32))


def sources(n: int) -> Sources:
    """Nothing is known but the words."""
    unknown = np.full(n, -1)
    return Sources(unknown, unknown, unknown)


def row_of_marks(text: str) -> list[int]:
    return marks_of(Texts.of([text])).hashes.tolist()


def marks(text: str) -> set[int]:
    return set(row_of_marks(text))


@settings(deadline=None)  # the first call compiles
@given(runs, st.lists(words, min_size=FOUND, max_size=FOUND + 6), runs, runs, runs)
def test_texts_that_share_a_run_share_a_mark(
    before: list[str], run: list[str], after: list[str], other_before: list[str], other_after: list[str]
) -> None:
    """Whatever stands around it: this is what makes the join exact."""
    one, other = " ".join(before + run + after), " ".join(other_before + run + other_after)

    assert marks(one) & marks(other)


@settings(deadline=None)  # the first call compiles
@given(st.lists(words, max_size=60))
def test_every_text_of_a_shingle_has_a_mark(text: list[str]) -> None:
    """And a shorter one has none."""
    chosen = marks_of(Texts.of([" ".join(text)]))

    assert (len(chosen.hashes) > 0) == (len(text) >= SHINGLE)
    assert (np.diff(chosen.places.astype(np.int64)) > 0).all()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(words, max_size=60).map(" ".join), min_size=2, max_size=10), st.integers(1, 3))
def test_the_join_finds_exactly_the_pairs_that_share_something_rare(texts: list[str], cap: int) -> None:
    """A rare mark, or a rare run of common marks; held against all pairs."""
    rows = [row_of_marks(text) for text in texts]
    on = Counter(mark for row in rows for mark in set(row))
    runs = [
        {
            run
            for run in zip(*(row[at:] for at in range(RUN)), strict=False)
            if all(on[mark] > cap for mark in run)
        }
        for row in rows
    ]
    on_runs = Counter(run for held in runs for run in held)
    expected = {}
    for one, other in combinations(range(len(texts)), 2):
        shared = sum(on[mark] <= cap for mark in set(rows[one]) & set(rows[other]))
        shared += sum(on_runs[run] <= cap for run in runs[one] & runs[other])
        if shared:
            expected[one, other] = shared

    joined = join(marks_of(Texts.of(texts)), sources(len(texts)), Caps(cap, cap))

    pairs = zip(joined.a.tolist(), joined.b.tolist(), strict=True)
    assert dict(zip(pairs, joined.shared.tolist(), strict=True)) == expected
    assert joined.common.marks.tolist() == sorted(mark for mark, n in on.items() if n > cap)
    assert joined.rare.tolist() == [
        sum(on[mark] <= cap for mark in set(row)) + sum(on_runs[run] <= cap for run in held)
        for row, held in zip(rows, runs, strict=True)
    ]
    assert len(joined.common.runs) == sum(n > cap for n in on_runs.values())


def test_texts_of_one_company_meet_only_under_one_key() -> None:
    """A company's template makes no pairs; what may be a repost does."""
    texts = Texts.of([" ".join(f"x{n}" for n in range(30))] * 4)
    known = Sources(np.array([1, 1, 1, 2]), np.array([5, 5, 6, 6]), np.full(4, -1))

    joined = join(marks_of(texts), known)

    assert list(zip(joined.a.tolist(), joined.b.tolist(), strict=True)) == [(0, 1), (0, 3), (1, 3), (2, 3)]


def test_what_stands_under_many_titles_is_common() -> None:
    """Few texts, but each of another vacancy: a form of words."""
    texts = Texts.of([" ".join(f"x{n}" for n in range(30))] * 4)
    unknown = np.full(4, -1)

    same = join(marks_of(texts), Sources(unknown, unknown, np.zeros(4, np.int64)), Caps(24, 3))
    other = join(marks_of(texts), Sources(unknown, unknown, np.arange(4)), Caps(24, 3))

    assert len(same.a) == 6
    assert len(other.a) == 0
    assert other.rare.tolist() == [0] * 4


def test_forms_of_words_in_an_order_of_their_own_are_found() -> None:
    """Every sentence is on many texts; who has ten of them in one order has copied them."""
    rng = np.random.default_rng(3)
    pool = [" ".join(f"s{number}w{n}" for n in range(12)) for number in range(40)]
    adverts = [[int(n) for n in rng.permutation(40)[:10]] for _ in range(200)]
    adverts.append([*adverts[0][:7], 3, 5])
    texts = Texts.of([" ".join(pool[number] for number in advert) for advert in adverts])

    joined = join(marks_of(texts), sources(len(texts)), Caps(10, 10)).resembling()

    assert (0, 200) in set(zip(joined.a.tolist(), joined.b.tolist(), strict=True))
    assert len(joined.a) < 2_000  # of 20 100


def test_a_paragraph_that_many_have_weighs_nothing() -> None:
    """And a form of words half."""
    rng = np.random.default_rng(4)
    paragraph = " ".join(f"p{n}" for n in range(60))
    own = [" ".join(f"o{n}" for n in rng.integers(0, 10_000, 300)) for _ in range(8)]
    texts = Texts.of([f"{text} {paragraph}" for text in own])
    chosen = marks_of(texts)

    joined = join(chosen, sources(8), Caps(5, 5)).resembling()
    measured = overlaps(texts, chosen, joined.common, np.array([0]), np.array([1]))

    assert len(joined.a) == 0
    assert float(measured.column("shared")[0]) < 10


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(words, max_size=50).map(" ".join), min_size=2, max_size=2), st.integers(1, 3))
def test_a_comparison_does_not_depend_on_who_comes_first(texts: list[str], cap: int) -> None:
    """What is inner, head and tail of one side stays that side's; all words are accounted for."""
    scanned = Texts.of(texts)
    chosen = marks_of(scanned)
    common = join(chosen, sources(2), Caps(cap, cap)).common
    here = overlaps(scanned, chosen, common, np.array([0]), np.array([1])).measures[0]
    there = overlaps(scanned, chosen, common, np.array([1]), np.array([0])).measures[0]
    rare = dict(zip(NAMES, here.tolist(), strict=True))

    assert there.tolist() == here[TURNED].tolist()
    assert all(n >= 0 for n in rare.values())
    for side, length in zip("ab", scanned.lengths.tolist(), strict=True):
        assert (
            rare["matched"] + sum(rare[f"{part}_{side}"] for part in ("inner", "head", "tail"))
            <= WORD * length
        )


def test_texts_that_can_be_matched_in_several_ways_are_matched_in_one() -> None:
    """What comes again in both is taken by the first block that reaches it: another one when sought the other way."""
    rng = np.random.default_rng(7)
    texts = Texts.of([" ".join(f"v{n}" for n in rng.integers(0, 3, 60)) for _ in range(60)])
    chosen = marks_of(texts)
    a, b = np.array(list(combinations(range(60), 2))).T

    here, there = (overlaps(texts, chosen, NOTHING, *pair).measures for pair in ((a, b), (b, a)))

    assert (there == here[:, TURNED]).all()


def test_a_core_between_other_openings_and_feet_is_seen_as_one() -> None:
    """Openings are heads, feet are tails; an insertion is inner on one side only."""
    core = [f"core{n}" for n in range(60)]
    one = ["mine", "is", "this", *core, "call", "me"]
    other = ["another", "opening", *core[:30], "our", "promise", "to", "you", *core[30:]]
    texts = Texts.of([" ".join(one), " ".join(other)])

    measured = overlaps(texts, marks_of(texts), NOTHING, np.array([0]), np.array([1]))

    assert {name: float(measured.column(name)[0]) for name in NAMES} == {
        "shared": 60.0, "matched": 60.0, "inner_a": 0.0, "head_a": 3.0, "tail_a": 2.0,
        "inner_b": 4.0, "head_b": 2.0, "tail_b": 0.0,
    }  # fmt: skip


def test_threads_and_parts_change_nothing() -> None:
    """Many pairs at once give what one after the other gives."""
    rng = np.random.default_rng(1)
    texts = Texts.of([" ".join(f"v{n}" for n in rng.integers(0, 40, 120)) for _ in range(120)])
    chosen = marks_of(texts)
    a, b = np.array(list(combinations(range(120), 2))).T

    alone = overlaps(texts, chosen, NOTHING, a, b).measures
    together = overlaps(texts, chosen, NOTHING, a, b, workers=2).measures

    assert (alone == together).all()
