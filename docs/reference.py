"""Write ``docs/settings.md`` and ``docs/commands.md`` from the code: ``python docs/reference.py``."""

from __future__ import annotations

import argparse
import ast
import inspect
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules

from scrapy.settings import Settings

from directory_crawler import commands, settings
from directory_crawler.core.ranges import expected

DOCS = Path(__file__).parent


def settings_page() -> str:
    """List every setting with a docstring under its section, its default as written, and its meaning."""
    source = Path(inspect.getfile(settings)).read_text("utf-8")
    lines = source.splitlines()
    page = [
        "# Settings",
        "",
        "Every tunable of the project with its one default, from `directory_crawler/settings.py`.",
        "",
    ]
    page += ["Override one with `-s NAME=VALUE`, in a profile's `[settings]`, or in the environment as"]
    page += ["`DIRECTORY_CRAWLER_NAME`. Scrapy's own settings work as everywhere.", ""]
    body = ast.parse(source).body
    section = 0
    headings = [(n, line.strip("# -")) for n, line in enumerate(lines, 1) if line.startswith("# ---")]
    for node, after in pairwise(body):
        if not (
            isinstance(node, ast.Assign)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            continue
        (target,) = node.targets
        assert isinstance(target, ast.Name)
        if not target.id.isupper():
            continue
        while section < len(headings) and headings[section][0] < node.lineno:
            page += [
                "",
                f"## {headings[section][1].capitalize()}",
                "",
                "| setting | default | takes | meaning |",
                "|---|---|---|---|",
            ]
            section += 1
        meaning = " ".join(str(after.value.value).split()).replace("|", "\\|")
        takes = expected(target.id, settings.defaults[target.id]) or ""
        page.append(f"| `{target.id}` | `{ast.unparse(node.value)}` | {takes} | {meaning} |")
    empty = "\n\n## {}\n\n| setting | default | takes | meaning |\n|---|---|---|---|\n\n## "
    text = "\n".join(page) + "\n"
    for _, heading in headings:
        text = text.replace(empty.format(heading.capitalize()), "\n\n## ")
    return text


def commands_page() -> str:
    """List every command with its help text."""
    page = ["# Commands", "", "What a person types; each is a command of `scrapy` inside the project.", ""]
    for module in sorted(iter_modules(commands.__path__), key=lambda module: module.name):
        command = import_module(f"{commands.__name__}.{module.name}").Command()
        command.settings = Settings()
        parser = argparse.ArgumentParser(
            prog=f"scrapy {module.name}",
            usage=f"scrapy {module.name} {command.syntax()}",
            description=command.long_desc(),
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=100, max_help_position=34),
            add_help=False,
        )
        own = parser.add_argument_group("options")
        inherited = argparse.ArgumentParser(add_help=False, conflict_handler="resolve")
        command.add_options(inherited)
        for action in inherited._actions:
            group = action.container.title if hasattr(action, "container") else ""
            if group != "Global Options":
                own._add_action(action)
        page += [f"## scrapy {module.name}", "", "```text", parser.format_help().rstrip(), "```", ""]
    return "\n".join(page)


PAGES = {"settings.md": settings_page, "commands.md": commands_page}

if __name__ == "__main__":
    for name, write in PAGES.items():
        (DOCS / name).write_text(write(), "utf-8")
