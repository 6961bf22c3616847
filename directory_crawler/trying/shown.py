"""How a check tells what it found: tables on a terminal, plain lines into a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

State = Literal["read", "NOT READ", "not asked"]

_STYLES: dict[str, str] = {"read": "green", "NOT READ": "bold red", "not asked": "yellow"}
_NO_WIDTH = 1_000
"""Columns of what is no terminal: nothing is wrapped there."""
_LONGEST = 200
_NAMES = 16


class Shown:
    """Prints surfaces as they are read, then tables. What a site sent is text, whatever it looks like."""

    def __init__(self, console: Console | None = None) -> None:
        if console is None:
            terminal = sys.stdout.isatty()
            console = Console(
                file=sys.stdout,
                width=None if terminal else _NO_WIDTH,
                highlight=False,
                soft_wrap=not terminal,
            )
        self.console = console
        self.unread = 0

    def line(self, text: str) -> None:
        self.console.print(Text(plain(text, len(text))))

    def surface(self, name: str, state: State, told: str) -> None:
        """Tell what became of a surface."""
        self.unread += state == "NOT READ"
        cells = Text(f"{name:{_NAMES}}"), Text(f"{state:9}", _STYLES[state]), Text(plain(told, 400))
        if self.console.is_terminal:
            grid = Table.grid(padding=(0, 1))
            for width in (_NAMES, 9, None):
                grid.add_column(width=width, overflow="fold")
            grid.add_row(*cells)
            self.console.print(grid)
        else:
            self.console.print(Text(" ").join(cells))

    def table(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Tell rows of values; on a terminal they wrap within their columns."""
        self.console.print()
        self.line(title)
        if self.console.is_terminal:
            table = Table(box=None, pad_edge=False, header_style="bold")
            for head in heads:
                table.add_column(head, overflow="fold")
            for row in rows:
                table.add_row(*(Text(plain(cell)) for cell in row))
            self.console.print(table)
            return
        cells = [[plain(cell) for cell in row] for row in (heads, *rows)]
        widths = [min(max(map(len, column)), _LONGEST) for column in zip(*cells, strict=True)]
        for row in cells:
            told = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.console.print(Text("  " + told.rstrip()))


def plain(value: object, longest: int = _LONGEST) -> str:
    """A value on one line, without characters that a terminal acts on, and cut."""
    text = "".join(character if character.isprintable() else " " for character in str(value))
    return text if len(text) <= longest else text[:longest] + "…"
