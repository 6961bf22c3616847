"""The reference is written from the code, and the README names what exists."""

from __future__ import annotations

import ast
import inspect
import re
import runpy
from pathlib import Path
from pkgutil import iter_modules

import pytest

from directory_crawler import commands, settings
from directory_crawler.sites.profile import parse_profile

ROOT = Path(__file__).parents[1]
REFERENCE = runpy.run_path(str(ROOT / "docs" / "reference.py"))


@pytest.mark.parametrize("name", sorted(REFERENCE["PAGES"]))
def test_the_reference_is_what_the_code_says(name: str) -> None:
    """Run ``python docs/reference.py`` after a change of settings or commands."""
    assert (ROOT / "docs" / name).read_text("utf-8") == REFERENCE["PAGES"][name]()


def test_every_setting_of_ours_has_its_meaning() -> None:
    """A setting that Scrapy does not know says what it is."""
    from scrapy.settings import default_settings

    tree = ast.parse(Path(inspect.getfile(settings)).read_text("utf-8"))
    assigned = [node.targets[0].id for node in tree.body if isinstance(node, ast.Assign)]  # type: ignore[attr-defined]
    documented = (ROOT / "docs" / "settings.md").read_text("utf-8")
    missing = [
        name
        for name in assigned
        if name.isupper() and not hasattr(default_settings, name) and f"`{name}`" not in documented
    ]

    assert missing == []


def test_every_command_is_documented() -> None:
    """What can be typed can be looked up."""
    documented = (ROOT / "docs" / "commands.md").read_text("utf-8")

    assert [
        m.name for m in iter_modules(commands.__path__) if f"## scrapy {m.name}\n" not in documented
    ] == []


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    """A relative link names a file that exists."""
    source = ROOT / page
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", source.read_text("utf-8"))

    assert [target for target in targets if not (source.parent / target).exists()] == []


def test_the_profile_of_the_tutorial_is_one() -> None:
    """And says who crawls: without that, the crawl that the tutorial goes on with would be refused."""
    text = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    (profile,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)

    assert "USER_AGENT" in parse_profile(profile, "tutorial.md").settings
