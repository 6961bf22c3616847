"""The live view of a run at the foot of a terminal, with the log going by above it."""

from __future__ import annotations

import atexit
import logging
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from directory_crawler.core.planning.progress import Snapshot, Stage, in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

_BAR = 30
_LEAST_FOR_BARS = 70
"""Columns below which a bar would leave no room for what it stands beside."""


@dataclass
class Seen:
    """What is known of a run: counts, the rate of its requests, the ceiling, seconds left, and what it is at."""

    run: Snapshot | None = None
    rate: float | None = None
    ceiling: float | None = None
    left: float | None = None
    doing: str = "opening the run"
    is_over: bool = False


def somebody_looks() -> bool:
    """Whether standard error is a terminal that can be drawn on."""
    try:
        return sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")
    except ValueError:  # closed
        return False


class LiveView:
    """Drawn on standard error. While it stands, log lines that go there are printed above it."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True, highlight=False)
        self.title = ""
        self._live: Live | None = None
        self._handlers: list[logging.StreamHandler[Any]] = []

    def start(self, title: str) -> None:
        self.title = title
        stderr = sys.stderr
        self._live = Live(console=self.console, auto_refresh=False, redirect_stdout=False)
        self._live.start()
        self.console.show_cursor()  # a killed process could not give it back
        atexit.register(self.stop)  # a second interrupt ends the process without any signal of the engine
        for handler in logging.getLogger().handlers:
            if isinstance(handler, logging.StreamHandler) and handler.stream is stderr:
                handler.setStream(sys.stderr)
                self._handlers.append(handler)

    def show(self, seen: Seen, elapsed_s: float) -> None:
        if self._live is not None:
            self._live.update(drawn(self.title, seen, elapsed_s, self.console.width), refresh=True)

    def stop(self) -> None:
        """Leave the last state on the screen, and the log to itself."""
        if self._live is None:
            return
        live, self._live = self._live, None
        live.stop()
        for handler in self._handlers:
            handler.setStream(sys.stderr)
        self._handlers.clear()
        atexit.unregister(self.stop)


def drawn(title: str, seen: Seen, elapsed_s: float, width: int) -> RenderableType:
    """The view of a run."""
    head = Text(title, style="bold", no_wrap=True, overflow="ellipsis")
    run = seen.run
    if run is None:
        return Group(head, Text(f"{seen.doing}, {_clock(elapsed_s)}", no_wrap=True, overflow="ellipsis"))
    stages = Table.grid(padding=(0, 1))
    for stage in (run.walk, *run.fetches):
        stages.add_row(*_row(stage, bars=width >= _LEAST_FOR_BARS))
    told = [seen.doing, _clock(elapsed_s)]
    if not seen.is_over:
        told.append(f"time left: {in_words(seen.left)}")
    if run.workers > 1:
        told.append(f"{run.workers} workers")
    rate = f"{run.served} requests"
    if seen.rate is not None:
        rate += f", {seen.rate:.1f} a second"
        rate += f" of {seen.ceiling:.0f}" if seen.ceiling is not None else ""
    rate += f", {run.refused} refused"
    lines = [rate]
    if run.coverage is not None:
        lines.append(f"found {run.found} of {run.promised} promised so far ({100 * run.coverage:.1f} %)")
    lines.append(", ".join(told))
    foot = [Text(line, no_wrap=True, overflow="ellipsis") for line in lines]
    return Group(head, stages, *foot)


def _row(stage: Stage, *, bars: bool) -> list[RenderableType]:
    counts = f"{stage.done} of {stage.total}"
    failed = f"{stage.failed} failed" if stage.failed else ""
    row: list[RenderableType] = [Text(stage.name)]
    if bars:
        row.append(ProgressBar(total=max(stage.total, 1), completed=stage.done, width=_BAR))
    return [*row, Text(counts, no_wrap=True), Text(failed, style="yellow", no_wrap=True)]


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
