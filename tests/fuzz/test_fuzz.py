"""No variation of what sites send breaks a parser; ``python -m tests.fuzz`` looks for longer."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.mutate import mutated
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_variations_of_what_sites_send_break_nothing(name: str) -> None:
    rng = random.Random(7)
    for _ in range(300):
        TARGETS[name].call(mutated(rng, TARGETS[name].seeds))


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_any_text_whatever_breaks_nothing(name: str) -> None:
    @settings(max_examples=60, deadline=None, database=None)
    @given(st.text(max_size=200))
    def feed(text: str) -> None:
        TARGETS[name].call(text)

    feed()
