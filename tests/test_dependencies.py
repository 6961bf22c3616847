"""What is declared is what the package imports: nothing less, nothing for the tests' sake, and since when it works."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import directory_crawler

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PACKAGE = Path(directory_crawler.__file__).parent
PROJECT = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
PART_OF = {"psycopg-pool": "psycopg", "pydantic-core": "pydantic", "playwright": "scrapy-playwright"}
"""A distribution that another one brings along by contract -> that one."""


def declared(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in requirements}


def imported(tree: ast.AST) -> Iterator[str]:
    """Top-level modules that are imported when the code runs, and not only for the type checker."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]
        yield from imported(node)


def needed() -> set[str]:
    """Distributions that the package imports."""
    modules = {
        name for path in PACKAGE.rglob("*.py") for name in imported(ast.parse(path.read_text("utf-8")))
    }
    found = packages_distributions()
    others = modules - sys.stdlib_module_names - {"directory_crawler", "pipelines_sql", "tomllib"}
    names = {canonicalize_name(found.get(module, [module])[0]) for module in others}
    return {PART_OF.get(name, name) for name in names}


def test_what_is_declared_is_what_is_imported() -> None:
    """uvloop is taken where it is there: Scrapy imports it, by its name."""
    optional = declared(PROJECT["optional-dependencies"]["browser"])

    assert needed() - optional == declared(PROJECT["dependencies"]) - {"uvloop"}


@pytest.mark.parametrize("extra", ["", *PROJECT["optional-dependencies"]])
def test_each_dependency_says_since_when_it_works(extra: str) -> None:
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    ours = PROJECT["name"]
    free = [
        line
        for line in lines
        if Requirement(line).name != ours and not any(s.operator == ">=" for s in Requirement(line).specifier)
    ]

    assert free == []
