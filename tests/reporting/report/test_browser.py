"""The page in a browser: it asks for nothing, fits a telephone, unfolds on paper, can be read in both themes."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import psycopg
import pytest

from directory_crawler.handlers.browser_program import SYSTEM_BROWSERS
from directory_crawler.reporting.report.facts import find_run
from directory_crawler.reporting.report.files import write_report
from tests.reporting.report.reports import REPORTS

BROWSER = next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no browser: `apt-get install chromium`")
STYLE = (
    resources.files("directory_crawler.reporting.report")
    .joinpath("templates", "report.css")
    .read_text("utf-8")
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, chromium_sandbox=os.geteuid() != 0)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def files(url: str, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Path]:
    folder = tmp_path_factory.mktemp("reports")
    written = {of: folder / f"{of[1]}.html" for of in REPORTS}
    with psycopg.connect(url) as connection:
        for of, path in written.items():
            write_report(connection, find_run(connection, *of), path)
    return written


@needs_browser
@pytest.mark.browser
@pytest.mark.parametrize("of", REPORTS)
def test_a_browser_asks_for_the_file_and_for_nothing_else(
    browser: Any, files: dict[tuple[str, int], Path], of: tuple[str, int]
) -> None:
    """And its policy stops nothing of it: the style is applied. On a telephone nothing stands out to the right."""
    page = browser.new_page(viewport={"width": 400, "height": 800})
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(files[of].as_uri())

    assert [address for address in asked if not address.startswith("data:")] == [files[of].as_uri()]
    assert said == []
    assert page.evaluate("getComputedStyle(document.querySelector('.figures')).display") == "grid"
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 400
    page.close()


@needs_browser
@pytest.mark.browser
def test_paper_shows_what_is_folded_on_a_screen(browser: Any, files: dict[tuple[str, int], Path]) -> None:
    page = browser.new_page()
    page.goto(next(iter(files.values())).as_uri())
    inside = page.locator("details table").first

    assert not inside.is_visible()
    page.emulate_media(media="print")
    assert inside.is_visible()
    assert not page.locator("nav").is_visible()
    page.close()


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", range(3), ids=["light", "dark", "print"])
def test_words_and_pictures_stand_out_from_what_they_are_on(theme: int) -> None:
    """4.5 to 1 for words, 3 to 1 for what is drawn, as WCAG's level AA asks."""
    palettes = [
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    ]
    assert len(palettes) == 3
    colours = palettes[theme]

    for ground in ("paper", "panel"):
        for words in ("ink", "muted", "blue", "bad", "good"):
            assert contrast(colours[words], colours[ground]) >= 4.5, (words, ground)
        for drawn in ("blue", "orange", "teal"):
            assert contrast(colours[drawn], colours[ground]) >= 3, (drawn, ground)
