"""Every report is whole, can be read by everybody, and asks nobody for anything."""

from __future__ import annotations

import re
from itertools import pairwise

import psycopg
import pytest

from directory_crawler.reporting.report.facts import find_run
from directory_crawler.reporting.report.page import render
from tests.reporting.report.reports import MADE_AT, REPORTS, SECTIONS, Pages, assert_harmless


@pytest.mark.parametrize("of", REPORTS)
def test_every_section_is_there_and_begins_with_a_sentence(pages: Pages, of: tuple[str, int]) -> None:
    sections = list(pages[of].iter("section"))

    assert [section.get("id") for section in sections] == SECTIONS[of[0]]
    for section in sections:
        assert section.find("h2") is not None
        assert section.find("p").text_content().rstrip()[-1:] in ".:"


@pytest.mark.parametrize("of", REPORTS)
def test_the_page_can_be_used_without_eyes(pages: Pages, of: tuple[str, int]) -> None:
    """Language, headings in order, tables with captions and scopes, pictures with words, links that lead somewhere."""
    page = pages[of]
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    levels = [int(element.tag[1]) for element in page.iter("h1", "h2", "h3", "h4")]

    assert page.get("lang") == "en"
    assert len(ids) == len(set(ids))
    assert levels[0] == 1
    assert all(later - one <= 1 for one, later in pairwise(levels))
    assert levels.count(1) == 1
    for link in page.iter("a"):
        if link.get("href").startswith("#"):
            assert link.get("href")[1:] in ids
    for element in page.iter("table"):
        assert element.find("caption").text_content().strip()
        assert all(head.get("scope") in ("col", "row") for head in element.iter("th"))
        assert all(head.text_content().strip() for head in element.find("thead").iter("th"))
        width = len(list(element.find("thead").iter("th")))
        assert all(len(row) == width for row in element.find("tbody"))
    for picture in page.iter("svg"):
        labels = (picture.get("aria-labelledby") or "").split()
        assert picture.get("aria-hidden") == "true" or (labels and all(label in ids for label in labels))
    for chart in page.xpath("//figure[@class='chart']"):
        assert chart.find(".//table") is not None
        assert chart.find("figcaption").text_content().strip()


@pytest.mark.parametrize("of", REPORTS)
def test_the_page_asks_nobody_for_anything(pages: Pages, of: tuple[str, int]) -> None:
    """One file: no script, no handler, nothing that is loaded; and a policy that would stop it."""
    assert_harmless(pages[of])


def test_the_same_database_gives_the_same_file(url: str) -> None:
    """But for the moment at which it was made."""
    with psycopg.connect(url) as one, psycopg.connect(url) as other:
        for site, run_id in REPORTS:
            first = render(one, find_run(one, site, run_id), made_at=MADE_AT)
            assert first == render(other, find_run(other, site, run_id), made_at=MADE_AT)
            later = render(one, find_run(one, site, run_id))
            assert re.sub("<time>.*?</time>", "", first) == re.sub("<time>.*?</time>", "", later)
