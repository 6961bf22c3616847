"""The runs that reports are made of here, and how a report is looked into."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import datetime, timezone
from typing import TypeAlias

import psycopg
from lxml import html

from directory_crawler.reporting.report.facts import find_run
from directory_crawler.reporting.report.page import render
from directory_crawler.reporting.report.words import NARROW

CITY, BOARD = "demo-directory", "demo-board"
COMMON = [
    "verdict",
    "coverage",
    "checks",
    "changes",
    "places",
    "clusters",
    "sources",
    "cost",
    "pace",
    "limits",
    "reading",
]
SECTIONS = {CITY: COMMON, BOARD: [*COMMON[:-1], "questions", "reading"]}
REPORTS = [(CITY, 1), (CITY, 2), (CITY, 3), (BOARD, 4), (BOARD, 5)]
"""Runs of the fixture `lived`: weeks 0 and 1 accepted, week 2 rejected; days 0 and 1 of a board accepted."""
Pages: TypeAlias = dict[tuple[str, int], html.HtmlElement]
MADE_AT = datetime(2026, 11, 30, tzinfo=timezone.utc)


def report(url: str, site: str, run_id: int | None = None) -> html.HtmlElement:
    with psycopg.connect(url) as connection:
        return html.fromstring(render(connection, find_run(connection, site, run_id), made_at=MADE_AT))


def said(page: html.HtmlElement, section: str) -> str:
    """The words of a section on one line, numbers without their spaces."""
    return " ".join(page.get_element_by_id(section).text_content().replace(NARROW, "").split())


def cells(page: html.HtmlElement, caption: str) -> list[tuple[str, list[str]]]:
    """The rows of a table: the first line of a row's name, and its other cells."""
    (found,) = [
        element for element in page.iter("table") if element.find("caption").text_content() == caption
    ]
    return [
        (
            (row.find("th").xpath("string(span[1])") or row.find("th").text_content()).strip(),
            [" ".join(cell.text_content().replace(NARROW, "").split()) for cell in row.findall("td")],
        )
        for row in found.find("tbody")
    ]


def table(page: html.HtmlElement, caption: str) -> dict[str, list[str]]:
    """A table whose rows have names of their own."""
    found = cells(page, caption)
    assert len(dict(found)) == len(found)
    return dict(found)


def assert_harmless(page: html.HtmlElement) -> None:
    for element in page.iter():
        assert isinstance(element.tag, str), "a comment or an instruction"
        assert element.tag not in (
            "script",
            "iframe",
            "object",
            "embed",
            "img",
            "image",
            "use",
            "form",
            "base",
        )
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("style", "src", "srcset", "action", "formaction", "xlink:href", "background")
            if name == "href":
                assert re.match(r"#|https?://|data:,$", value), value
                assert element.tag == "a" or value == "data:,"
                assert value.startswith(("#", "data:")) or "noreferrer" in element.get("rel")
    (style,) = page.iter("style")
    assert not re.search(r"url\((?!#)|@import|expression", style.text)
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    digest = base64.b64encode(hashlib.sha256(style.text.encode()).digest()).decode()
    assert "default-src 'none'" in policy
    assert f"style-src 'sha256-{digest}'" in policy
