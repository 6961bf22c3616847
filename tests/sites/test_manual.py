"""What is published of the grammar agrees with it."""

from __future__ import annotations

import re
import sys
from importlib import resources
from pathlib import Path
from typing import get_args

from directory_crawler.sites.chains import LANGUAGES
from directory_crawler.sites.grammar import FieldName
from directory_crawler.sites.manual import key_tables, main, schema_text
from directory_crawler.sites.profile import json_schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MANUAL = Path(__file__).parents[2] / "docs" / "profiles.md"
WRITE = "run: python -m directory_crawler.sites.manual docs/profiles.md directory_crawler/sites/profile.schema.json"


def test_the_published_schema_is_the_models() -> None:
    """The schema beside the code is what the models say now."""
    published = (resources.files("directory_crawler.sites") / "profile.schema.json").read_text("utf-8")

    assert published == schema_text(), WRITE


def test_the_manual_has_every_key() -> None:
    """The tables of the manual are those of the models."""
    assert key_tables() in MANUAL.read_text("utf-8"), WRITE


def test_the_manual_names_every_language_and_field() -> None:
    """No link language and no field is left unexplained."""
    text = MANUAL.read_text("utf-8")

    assert [name for name in LANGUAGES if f"`{name}`" not in text] == []
    assert [name for name in get_args(FieldName) if not re.search(rf"\b{name}\b", text)] == []


def test_every_key_has_a_meaning() -> None:
    """No key is published without a description, and none without a place in the tables."""
    tables = key_tables()

    assert "| None |" not in tables
    for definition in json_schema()["$defs"].values():
        for key in definition.get("properties", {}):
            assert f"| `{key}` |" in tables


def test_the_examples_of_the_manual_are_toml() -> None:
    """Each TOML example can be read."""
    examples = re.findall(r"```toml\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)

    assert examples
    assert all(tomllib.loads(example) for example in examples)


def test_writing_anew_keeps_the_prose(tmp_path: Path) -> None:
    """The command replaces the tables and nothing else."""
    manual, schema = tmp_path / "m.md", tmp_path / "s.json"
    manual.write_text(MANUAL.read_text("utf-8").replace("| `country` |", "| `land` |"), "utf-8")
    main(str(manual), str(schema))

    assert manual.read_text("utf-8") == MANUAL.read_text("utf-8")
    assert schema.read_text("utf-8") == schema_text()
