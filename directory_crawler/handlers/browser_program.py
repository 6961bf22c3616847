"""The browser as a program: which one, how it is started, and how one is ended that no longer listens."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_playwright.provider import PlaywrightBrowserProvider

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LAUNCH_TIMEOUT_S = 60.0
NOT_INSTALLED = "Executable doesn't exist"
"""How Playwright says that it has no browser of its own."""


class NoBrowserError(Exception):
    """There is no browser to start, or it does not start."""


class BrowserProgram(PlaywrightBrowserProvider):  # type: ignore[misc]  # untyped
    """Starts Playwright's own browser where there is one, else the system's."""

    drivers: frozenset[int] = frozenset()
    """The processes through which Playwright speaks to browsers: one, where /proc tells."""

    async def start(self) -> None:
        before = frozenset(children_of(os.getpid()))
        await super().start()
        self.drivers = frozenset(p for p in children_of(os.getpid()) if is_driver(p)) - before

    async def launch(self, settings: BaseSettings) -> Any:
        """Start a browser; ``PLAYWRIGHT_LAUNCH_OPTIONS`` has the last word on how. Raises `NoBrowserError`."""
        program = settings.get("BROWSER_PROGRAM")
        # Chromium refuses its sandbox to root.
        options = {"executable_path": program, "chromium_sandbox": os.geteuid() != 0}
        options |= settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS")
        try:
            return await self._start(options)
        except NoBrowserError as error:
            if program is not None or NOT_INSTALLED not in str(error):
                raise
        systems = next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), None)
        if systems is None:
            raise NoBrowserError(
                "the profile has rendered pages, and no browser was found: install one with"
                " `playwright install chromium` or `apt-get install chromium`, or name one in BROWSER_PROGRAM"
            )
        return await self._start(
            {"executable_path": systems} | {k: v for k, v in options.items() if v is not None}
        )

    async def _start(self, options: dict[str, Any]) -> Any:
        try:
            return await asyncio.wait_for(self.browser_type.launch(**options), LAUNCH_TIMEOUT_S)
        except Exception as error:
            told = str(error).strip().partition("\n")[0] or f"not up after {LAUNCH_TIMEOUT_S:g} s"
            raise NoBrowserError(f"the browser does not start: {told}") from error

    def kill(self) -> None:
        """End whatever browser the driver has started, listening or not (where /proc tells which)."""
        for browser in (child for driver in self.drivers for child in children_of(driver)):
            with suppress(OSError):
                os.kill(browser, signal.SIGKILL)


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started."""
    children = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            # The name of the program, in parentheses, may hold anything.
            fields = status.read_text("utf-8", "replace").rpartition(")")[2].split()
            if int(fields[1]) == process:
                children.append(int(status.parent.name))
    return children


def is_driver(process: int) -> bool:
    """Whether a process is Playwright's driver."""
    with suppress(OSError):
        return b"playwright" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False
