"""Settings: each default may be replaced from the environment."""

from __future__ import annotations

import inspect
import re
import runpy
from pathlib import Path

import pytest

from directory_crawler import settings

DOCUMENTED = re.findall(
    r"^\| `([A-Z_]+)`", (Path(__file__).parents[1] / "docs" / "settings.md").read_text("utf-8"), re.MULTILINE
)


def test_every_documented_setting_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it stands in the file: a Scrapyd node has no command line."""
    for name in DOCUMENTED:
        monkeypatch.setenv(f"DIRECTORY_CRAWLER_{name}", f"my {name}")
    found = runpy.run_path(inspect.getfile(settings))

    assert {name: found[name] for name in DOCUMENTED} == {name: f"my {name}" for name in DOCUMENTED}
