"""Words of any script, as the scanner sees them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.similarity.references import NO_REFERENCE, references_of
from directory_crawler.core.similarity.texts import LONGEST, Texts, scan

SAME = [
    ("Café", "CAFE"),
    ("e\u0301te\u0301", "été"),
    ("l’été", "L'ETE"),
    ("well-known", "Well known"),
    ("C++,C#", "c++ c#"),
    ("Ｊａｖａ３", "java3"),
    ("٣ ३", "3 3"),
    ("ｶﾀｶﾅ", "カタカナ"),
    ("経験Java", "経験 java"),
    ("การทำงาน", "การ ทำงาน"),
    ("nicht\u00ads", "nichts"),
    ("می\u200cخواهم", "میخواهم"),
    ("مُدَرِّس", "مدرس"),
    ("#1 place", "1 place"),
    ("a\nb\t c", "a b c"),
]
DIFFERENT = [
    ("C++", "C#"),
    ("c", "c++"),
    ("कर्मचारी", "कर्मचार"),
    ("night shift", "nightshift"),
    ("看护", "护看"),
    ("No 1", "No 2"),
    ("a b", "a b b"),
]
COUNTS = [
    ("", 0),
    ("... - !", 0),
    ("one two-three", 3),
    ("don't", 2),
    ("倉庫管理", 4),
    ("การ", 3),
    ("เก็บ", 3),
    ("😀 fun 😀", 1),
    ("한국어 공부", 2),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_writings_of_one_text_are_one(one: str, other: str) -> None:
    """Case, accents, width, invisible signs and punctuation do not tell texts apart."""
    texts = Texts.of([one, other])

    assert texts.prints[0] == texts.prints[1]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_words_are_other_texts(one: str, other: str) -> None:
    """What a reader would tell apart is."""
    texts = Texts.of([one, other])

    assert texts.prints[0] != texts.prints[1]


@pytest.mark.parametrize(("text", "words"), COUNTS)
def test_a_word_is_a_run_of_letters_or_a_character_of_a_script_without_spaces(text: str, words: int) -> None:
    """A vowel sign belongs to its consonant."""
    assert Texts.of([text]).lengths.tolist() == [words]


def test_a_text_is_read_up_to_its_bound() -> None:
    """A hostile length costs no more than the bound."""
    assert Texts.of(["word " * (LONGEST + 500), "x" * 3_000_000]).lengths.tolist() == [LONGEST, 1]


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.text(max_size=40), max_size=8))
def test_texts_do_not_run_into_each_other(texts: list[str]) -> None:
    """A text has the same words alone and among others."""
    together = Texts.of(texts)

    for number, text in enumerate(texts):
        alone = Texts.of([text])
        assert (together.chosen(np.array([number])).words == alone.words).all()
        assert together.prints[number] == alone.prints[0]


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.binary(max_size=60), max_size=6))
def test_any_bytes_are_scanned(blobs: list[bytes]) -> None:
    """What is no UTF-8 parts words, and is read within its own bounds."""
    ends = np.cumsum([len(blob) for blob in blobs], dtype=np.int64)
    sizes = np.array([len(blob) for blob in blobs], np.int64)
    scanned = scan(np.frombuffer(b"".join(blobs), np.uint8), ends - sizes, ends)

    assert len(scanned) == len(blobs)
    for number, blob in enumerate(blobs):
        alone = scan(np.frombuffer(blob, np.uint8), np.zeros(1, np.int64), np.array([len(blob)]))
        assert scanned.prints[number] == alone.prints[0]


@settings(deadline=None)  # the first call compiles
@given(st.text(max_size=60), st.text(max_size=60))
def test_parts_can_be_joined(one: str, other: str) -> None:
    """Scanning in parts gives what scanning at once gives."""
    joined, at_once = Texts.joined([Texts.of([one]), Texts.of([other])]), Texts.of([one, other])

    assert (joined.words == at_once.words).all()
    assert (joined.starts == at_once.starts).all()
    assert (joined.prints == at_once.prints).all()


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.lists(st.text(max_size=20), max_size=4), max_size=4), st.data())
def test_some_texts_of_parts_are_those_of_the_whole(parts: list[list[str]], data: st.DataObject) -> None:
    """Whatever is asked for of which part, an empty one too."""
    scanned = [Texts.of(part) for part in parts]
    whole = Texts.joined(scanned)
    asked = data.draw(st.sets(st.integers(0, len(whole) - 1))) if len(whole) else set()
    chosen = np.array(sorted(asked), np.int64)

    some, expected = Texts.some(scanned, chosen), whole.chosen(chosen)

    assert some.words.tolist() == expected.words.tolist()
    assert some.starts.tolist() == expected.starts.tolist()
    assert some.prints.tolist() == expected.prints.tolist()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ref. 123", "Reference number: 123", True),
        ("Kennziffer: AB-12345/2024", "kennziffer AB 12345 2024.", True),
        ("Job ID R0012, apply now", "R0013 Job ID: R0012", True),
        ("Réf : 77", "Réf : 78", False),
        ("职位编号：1234", "职位编号：1235", False),
        ("№ 5", "№ 6", False),
        ("Ref 1 and Ref 2", "Ref 2, Ref 1", True),
    ],
)
def test_what_a_text_calls_its_reference_is_compared(one: str, other: str, same: bool) -> None:
    """Labels in several languages, whatever the form."""
    found = references_of(Texts.of([one, other]))

    assert NO_REFERENCE not in found.tolist()
    assert bool(found[0] == found[1]) == same


@pytest.mark.parametrize(
    "text", ["call 0123 456", "refer to us for 12", "Ref. will follow", "24 days of leave", ""]
)
def test_other_numbers_are_no_references(text: str) -> None:
    """A telephone, a figure, a label without a number."""
    assert references_of(Texts.of([text])).tolist() == [NO_REFERENCE]
