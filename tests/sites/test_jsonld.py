"""JSON-LD blocks: whole, wrapped, broken, cut off, hostile."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.jsonld import MAX_BLOCK, read_block

THING = {"@type": "Store", "name": "O'Neil & Sons"}
WHOLE = json.dumps(THING)


@pytest.mark.parametrize(
    "block",
    [
        WHOLE,
        f"\ufeff {WHOLE}\n",
        f"<!-- {WHOLE} -->",
        f"<!--\n{WHOLE}\n//-->",
        f"//<![CDATA[\n{WHOLE}\n//]]>",
        f"/*<![CDATA[*/ {WHOLE} /*]]>*/",
        f"/* <![CDATA[ */{WHOLE}/* ]]> */",
        f"<![CDATA[{WHOLE}]]>",
        f"{WHOLE};",
        WHOLE[:-1] + ",}",
        WHOLE[:-1] + ' , \n, "x": [1,],}'.replace(', "x": [1,]', ""),
        "{ // the shop\n" + WHOLE[1:],
        "{ /* the shop */" + WHOLE[1:],
        "{ <!-- the shop -->" + WHOLE[1:],
        WHOLE.replace("O'Neil", "O\\'Neil"),
        WHOLE[:-1],
        WHOLE[:-1] + ', "telephone',
        WHOLE[:-1] + ', "telephone":',
        WHOLE[:-1] + ', "telephone": "+4',
        WHOLE[:-1] + ', "address": {"streetAddress',
        WHOLE.replace('"', "&quot;").replace("&", "&amp;").replace("&amp;quot;", "&quot;"),
    ],
)
def test_a_damaged_block_keeps_what_it_says(block: str) -> None:
    """Wrappers, comments, stray commas, wrong escapes and a missing end do not cost the record."""
    documents, reason = read_block(block)

    assert reason is None
    assert {key: documents[0][key] for key in THING} == THING


def test_raw_line_breaks_and_tabs_in_strings_are_read() -> None:
    """A string that runs over lines, which JSON forbids, is read as it stands."""
    assert read_block('{"description": "one\n\ttwo"}') == ([{"description": "one\n\ttwo"}], None)


def test_marks_of_comments_inside_strings_stay() -> None:
    """Repair leaves URLs, commas and brackets inside strings alone."""
    text = '{"url": "https://a.example/x", "note": "a,] /* b */ ,}", }'

    assert read_block(text)[0] == [{"url": "https://a.example/x", "note": "a,] /* b */ ,}"}]


def test_several_documents_in_one_block_are_all_read() -> None:
    """Objects one after the other, with or without a separator, are all there."""
    assert read_block(f"{WHOLE}\n{WHOLE},{WHOLE};")[0] == [THING, THING, THING]


def test_a_cut_in_a_list_keeps_the_whole_members() -> None:
    """What was complete before the block broke off is kept, with its nesting."""
    documents, _ = read_block('[{"a": [1, 2], "b": {"c": 3}}, {"d": 4, "e')

    assert documents == [[{"a": [1, 2], "b": {"c": 3}}, {"d": 4}]]


@pytest.mark.parametrize("block", ["hello", "{name: 'x'}", "<html>", "{]", "nul", "{{{", '{"a" "b"}'])
def test_what_is_no_json_gives_a_reason(block: str) -> None:
    """An unreadable block is told with a reason and gives nothing."""
    documents, reason = read_block(block)

    assert documents == []
    assert reason


def test_an_empty_block_is_no_fault() -> None:
    """Nothing inside is nothing wrong."""
    assert read_block(" \n<!-- -->") == ([], None)


@pytest.mark.parametrize(
    "block",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "x" * (MAX_BLOCK + 1),
        "/*" * 100_000,
        "<!--" * 100_000,
        "{" + "<!--" * 100_000,
        '{"a":"' + "\\" * 99_999,
    ],
)
def test_hostile_blocks_give_a_reason_and_no_error(block: str) -> None:
    """Depth, length and endless marks are refused, not suffered."""
    documents, reason = read_block(block)

    assert documents in ([], [{}])
    assert reason or documents


def test_absurd_numbers_do_not_cost_the_block() -> None:
    """An integer of ten thousand digits and NaN leave the rest readable."""
    documents, reason = read_block('{"name": "x", "n": ' + "9" * 10_000 + ', "m": NaN}')

    assert reason is None
    assert documents[0]["name"] == "x"
    assert documents[0]["m"] is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=8), JSON, min_size=1, max_size=5))
def test_repair_never_changes_what_is_right(document: dict[str, object]) -> None:
    """A right document with one comma too many is read as the document."""
    text = json.dumps(document)

    assert read_block(text) == ([document], None)
    assert read_block(text[:-1] + ",}") == ([document], None)


@given(st.dictionaries(st.text(max_size=8), JSON, min_size=1, max_size=5), st.data())
def test_a_cut_block_never_invents_members(document: dict[str, object], data: st.DataObject) -> None:
    """However a block is cut off, each member read was there; never an error."""
    text = json.dumps(document)
    documents, _ = read_block(text[: data.draw(st.integers(0, len(text)))])

    assert all(set(read) <= set(document) for read in documents if isinstance(read, dict))


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    """No block raises."""
    documents, reason = read_block(text)

    assert isinstance(documents, list)
    assert reason is None or isinstance(reason, str)
