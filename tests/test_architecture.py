"""The house keeps its directions: imports point down only, and the core knows nothing of the world."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import GenericAlias

import directory_crawler

PACKAGE = Path(directory_crawler.__file__).parent
LEVELS = (
    ("commands",),
    ("trying",),
    ("spiders", "contracts", "extensions", "handlers", "middlewares", "pipelines"),
    ("postcrawl",),
    ("reporting", "demo"),
    ("storage", "sites"),
    ("items", "leases"),
    ("core",),
)
"""From the roof to the ground. A room imports from its own level where ALLOWED says so, and from every one below."""
ALLOWED = {
    ("contracts", "spiders"),  # a contract names the spider it checks, for its types
    ("extensions", "spiders"),
    ("handlers", "spiders"),
    ("pipelines", "spiders"),
    ("middlewares", "spiders"),
    ("items", "leases"),
    ("storage", "sites"),
}
CORE_MAY_IMPORT = sys.stdlib_module_names - {
    "socket",
    "sqlite3",
    "subprocess",
    "urllib",
    "http",
    "asyncio",
    "pathlib",
} | {
    "directory_crawler",
    "numba",
    "numpy",
    "phonenumbers",
    "tldextract",
    "typing_extensions",
    "urllib",
}


def modules() -> Iterator[tuple[str, Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        yield room, path, ast.parse(path.read_text("utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


def level_of(room: str) -> int | None:
    return next((number for number, rooms in enumerate(LEVELS) if room in rooms), None)


def test_imports_point_down_only() -> None:
    """No room imports from one above it, nor from a neighbour that is not named."""
    upward = []
    for room, path, tree in modules():
        here = level_of(room)
        if here is None:
            continue
        for name in imports(tree):
            parts = name.split(".")
            if parts[0] != "directory_crawler" or len(parts) < 2:
                continue
            there = level_of(parts[1])
            if there is None or parts[1] == room or (room, parts[1]) in ALLOWED:
                continue
            if there <= here:
                upward.append(f"{path.relative_to(PACKAGE)} imports {name}")

    assert upward == []


def test_the_core_knows_nothing_of_scrapy_databases_or_files() -> None:
    """Values in, values out: what the core imports is the standard library without I/O, and parsers of values."""
    foreign = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for room, path, tree in modules()
        if room == "core"
        for name in imports(tree)
        if name.split(".")[0] not in CORE_MAY_IMPORT
    ]

    assert foreign == []


def test_every_room_has_a_level() -> None:
    """A new room is given its place before it is moved into."""
    rooms = {room for room, _, _ in modules()} - {"__init__", "settings"}

    assert rooms == {room for level in LEVELS for room in level}


def test_scrapy_on_python_310_can_look_through_the_commands() -> None:
    """It asks of all that looks like a class whether it is a command, and there ``dict[str, int]`` looks like one."""
    commands = [
        import_module(f"directory_crawler.commands.{m.name}")
        for m in iter_modules([str(PACKAGE / "commands")])
    ]

    assert [
        (module.__name__, name)
        for module in commands
        for name, value in vars(module).items()
        if isinstance(value, GenericAlias)
    ] == []
