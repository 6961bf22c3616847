"""No cell runs as a formula, and what is no formula stays usable."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.cells import LONGEST_CELL, read_cell, safe_cell


@pytest.mark.parametrize(
    "formula",
    [
        '=HYPERLINK("http://evil.example","click")',
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!A0",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        " =1+1",
        "\u200b=1+1",
        "＝1+1",
        "＋1＋1",
        "+49 30 123456+1",
        "-",
        "+49 =1",
    ],
)
def test_a_formula_is_defused_by_an_apostrophe(formula: str) -> None:
    assert safe_cell(formula) == "'" + formula
    assert read_cell("'" + formula) == formula


@pytest.mark.parametrize(
    "value",
    ["+49 30 123456", "+442079460018", "+7 (495) 620-20-01", "+1.212.555.0123", "-12.5", "-5", "+3", "-1,5", "50%",
     "Acorn Bakery", "a=b", "'quoted'", "", "12 High St", "https://acorn.example/?a=1"],
)  # fmt: skip
def test_text_numbers_and_telephones_stay_as_they_are(value: str) -> None:
    assert safe_cell(value) == value


@pytest.mark.parametrize("value", [None, 5, -5, 2.5, True, ["=1"]])
def test_what_is_no_text_is_left_alone(value: object) -> None:
    assert safe_cell(value) == value


def test_a_cell_has_a_greatest_length() -> None:
    assert len(str(safe_cell("=" * 10**6))) == LONGEST_CELL
    assert len(str(safe_cell(" " * 10**6))) == LONGEST_CELL


@given(st.text(alphabet=st.characters() | st.sampled_from("=+-@'\t\r\n 0123456789().＝\u200b"), max_size=40))
def test_any_text_reads_back_and_is_defused_once(text: str) -> None:
    cell = safe_cell(text)
    assert isinstance(cell, str)
    assert read_cell(cell) == text
    assert safe_cell(cell) == cell or read_cell(str(safe_cell(cell))) == cell
    harmless = re.fullmatch(r"[+-]\d+(?:[.,]\d+)?%?|\+\d[\d ().\-/]+", cell)
    assert harmless or not cell.lstrip().startswith(("=", "+", "-", "@"))
