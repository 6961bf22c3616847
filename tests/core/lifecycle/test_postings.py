"""A posting's life is the table of the specification, row by row, whatever comes before."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.lifecycle.postings import Evidence, Note, PostingState, Verdict, judge_posting

NOW = datetime(2026, 3, 2, 6, tzinfo=timezone.utc)
BEFORE = NOW - timedelta(days=1)
OPEN = PostingState(last_confirmed=BEFORE)
SUSPECT = PostingState("suspect", misses=1, last_confirmed=BEFORE)
DOUBTED = PostingState("suspect", last_confirmed=BEFORE)
EXPIRED = replace(OPEN, expires_at=BEFORE)
CLOSED = PostingState("closed", misses=2, closed_at=BEFORE, last_confirmed=BEFORE)
SEEN = PostingState(last_confirmed=NOW)

TABLE: list[tuple[PostingState, bool, bool, Verdict | None, Note | None, PostingState]] = [
    # before, sighted, covered, verdict -> note, after
    (OPEN, True, True, None, None, SEEN),
    (SUSPECT, True, False, "gone", None, SEEN),
    (CLOSED, True, True, None, "reopened", replace(SEEN, reopened_at=NOW)),
    (OPEN, False, False, None, None, OPEN),
    (EXPIRED, False, False, None, None, EXPIRED),
    (OPEN, False, True, "live", "gap", replace(OPEN, last_confirmed=NOW)),
    (SUSPECT, False, True, "live", "gap", replace(SUSPECT, last_confirmed=NOW)),
    (SUSPECT, False, False, "live", None, replace(SUSPECT, last_confirmed=NOW)),
    (OPEN, False, True, "gone", None, SUSPECT),
    (OPEN, False, True, "closed", None, SUSPECT),
    (OPEN, False, False, "gone", None, SUSPECT),
    (
        SUSPECT,
        False,
        True,
        "gone",
        "closed by verdict",
        replace(SUSPECT, state="closed", misses=2, closed_at=NOW),
    ),
    (
        SUSPECT,
        False,
        False,
        "closed",
        "closed by verdict",
        replace(SUSPECT, state="closed", misses=2, closed_at=NOW),
    ),
    (
        EXPIRED,
        False,
        True,
        None,
        "closed by expiry",
        replace(EXPIRED, state="closed", misses=1, closed_at=NOW),
    ),
    (
        EXPIRED,
        False,
        True,
        "unknown",
        "closed by expiry",
        replace(EXPIRED, state="closed", misses=1, closed_at=NOW),
    ),
    (EXPIRED, False, False, "unknown", None, EXPIRED),
    (OPEN, False, True, None, None, DOUBTED),
    (OPEN, False, True, "unknown", None, DOUBTED),
    (SUSPECT, False, True, "unknown", None, SUSPECT),
    (CLOSED, False, True, "gone", None, CLOSED),
    (CLOSED, False, True, "live", None, CLOSED),
]


@pytest.mark.parametrize(("before", "sighted", "covered", "verdict", "note", "after"), TABLE)
def test_each_row_of_the_table(
    before: PostingState,
    sighted: bool,
    covered: bool,
    verdict: Verdict | None,
    note: Note | None,
    after: PostingState,
) -> None:
    """State, misses and stamps after one run."""
    assert judge_posting(before, Evidence(NOW, sighted, covered, verdict)) == (after, note)


verdicts = st.sampled_from(["gone", "closed", "live", "unknown", None])
nights = st.lists(st.tuples(st.booleans(), st.booleans(), verdicts), max_size=10)


@given(nights)
def test_nothing_closes_without_two_hard_verdicts_since_it_was_last_seen(
    history: list[tuple[bool, bool, Verdict | None]],
) -> None:
    """A posting that does not expire is closed by hard verdicts alone, however often queries fail."""
    posting, hard = PostingState(), 0
    for day, (sighted, covered, verdict) in enumerate(history):
        posting, _ = judge_posting(posting, Evidence(NOW + timedelta(days=day), sighted, covered, verdict))
        hard = 0 if sighted else hard + (verdict in ("gone", "closed"))
        assert (posting.state == "closed") == (hard >= 2)


@given(nights)
def test_what_a_run_did_not_cover_nor_fetch_stays_as_it_was(
    history: list[tuple[bool, bool, Verdict | None]],
) -> None:
    """Silence is no evidence."""
    posting = PostingState()
    for sighted, covered, verdict in history:
        posting, _ = judge_posting(posting, Evidence(NOW, sighted, covered, verdict))
        assert judge_posting(posting, Evidence(NOW, sighted=False, covered=False)) == (posting, None)
