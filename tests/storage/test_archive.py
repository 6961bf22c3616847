"""The archive keeps pages as they came: byte for byte, with what is needed to read them again and no secret."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.leases import Frame
from directory_crawler.sites.pages import MAX_BODY, Page
from directory_crawler.sites.readings import Line
from directory_crawler.storage.archive import SAMPLES, Archive, Reader, without_secrets

LARGEST = 8_000_000


def opened(archive: Archive, page: Page, line: Line | None = None) -> tuple[Page, Line | None]:
    kept = archive.keep("card", "7", page, line=line)
    assert kept is not None
    key = None if kept.dictionary is None else kept.dictionary.key
    frame = Frame(kept.surface, kept.unit, kept.position, key, kept.frame)
    reader = Reader()
    if kept.dictionary is not None:
        assert reader.lacks([frame]) == [kept.dictionary.key]
        reader.learn(kept.dictionary.key, kept.dictionary.content)
    assert reader.lacks([frame]) == []
    return reader.open(frame)


def card(number: int) -> bytes:
    return f"<html><body class='card'><h1>Café {number}</h1>{'<p>Open on all days</p>' * 40}</body></html>".encode()


@given(
    body=st.one_of(
        st.binary(max_size=2_000),
        st.text(max_size=500).map(lambda text: text.encode("utf-16", "surrogatepass")),
        st.just(b"\x00\n{\n\r\n\xff\xfe"),
    ),
    content_type=st.one_of(st.none(), st.text(st.characters(codec="latin-1"), max_size=40)),
    status=st.integers(100, 599),
)
def test_whatever_a_site_sent_comes_back_byte_for_byte(
    body: bytes, content_type: str | None, status: int
) -> None:
    headers = {"Set-Cookie": "session=1"} | ({} if content_type is None else {"Content-Type": content_type})
    page = Page("https://directory.example/card/7?a=b", status, headers, body)
    line = Line("7", {"name": ["A\u0000\ud800"], "rating": [4.5, None]}, "abc")

    back, read_with = opened(Archive(LARGEST), page, line)

    assert (back.body, back.status, back.url) == (body, status, page.url)
    assert back.headers == ({} if content_type is None else {"content-type": content_type})
    assert back.text == page.text
    assert read_with == line


def test_pages_of_one_kind_share_a_dictionary_and_are_read_with_it() -> None:
    archive = Archive(LARGEST)
    first = [archive.keep("card", str(n), Page("https://d.example", body=card(n))) for n in range(SAMPLES)]

    later = archive.keep("card", "x", Page("https://d.example", body=card(12_345)))
    other = archive.keep("contacts", "x", Page("https://d.example", body=card(1)))

    assert {page.dictionary for page in first[:20] if page} == {None}
    assert later is not None
    assert other is not None
    assert later.dictionary is not None
    assert other.dictionary is None
    assert len(later.frame) * 2 < min(len(page.frame) for page in first[:20] if page)
    assert opened(archive, Page("https://d.example", body=card(99)))[0].body == card(99)


@given(st.binary(min_size=1, max_size=400), st.integers(0, 2**32 - 1))
def test_whatever_the_first_pages_hold_the_later_ones_are_read_again(body: bytes, seed: int) -> None:
    """Among it what begins a dictionary of Zstandard's own."""
    archive = Archive(LARGEST)
    magic = b"\x37\xa4\x30\xec" + seed.to_bytes(4, "little")
    for _ in range(2):
        archive.keep("card", "1", Page("", body=magic * 16_000 + body))

    back, _ = opened(archive, Page("", body=body))

    assert back.body == body


def test_pages_without_a_body_are_read_again_as_well() -> None:
    archive = Archive(LARGEST)
    for n in range(SAMPLES + 1):
        archive.keep("card", str(n), Page("https://d.example", 410))

    assert opened(archive, Page("https://d.example", 410))[0].body == b""


def test_a_page_that_was_cut_is_read_again_with_the_same_fault() -> None:
    page = Page("https://d.example", body=b"a" * (MAX_BODY + 5))

    back, _ = opened(Archive(LARGEST), page)

    assert back.body == page.body
    assert back.faults == page.faults != []


def test_a_page_larger_than_there_is_room_for_is_not_kept() -> None:
    noise = bytes(range(256)) * 4
    archive = Archive(900)

    assert archive.keep("card", "7", Page("https://d.example", body=noise), room=100) is None
    assert archive.keep("card", "7", Page("https://d.example", body=noise)) is not None


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://d.example/c/7?t=s%2Fcret&x=1", "https://d.example/c/7?t=hidden&x=1"),
        ("https://d.example/c/s%2Fcret/7", "https://d.example/c/hidden/7"),
        ("https://me:word@d.example:81/c", "https://d.example:81/c"),
        ("https://d.example/c?x=a%20b", "https://d.example/c?x=a+b"),
        (
            "https://d.example/c/7-long/word.json?x=1.long/word",
            "https://d.example/c/7-hidden.json?x=1.hidden",
        ),
        ("https://d.example/c/7-long%2Fword.json?x=7", "https://d.example/c/7-hidden.json?x=7"),
        ("https://d.example/c/7/77?x=7", "https://d.example/c/hidden/77?x=hidden"),
        ("http://[", ""),
    ],
)
def test_an_address_is_kept_without_its_secrets(url: str, shown: str) -> None:
    tokens = ["s/cret", "long/word", *(["7"] if url.endswith("/77?x=7") else [])]
    assert without_secrets(url, tokens) == shown
