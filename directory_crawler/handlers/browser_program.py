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


class NoBrowserError(Exception):
    """There is no browser to start, or it does not start."""


class BrowserProgram(PlaywrightBrowserProvider):  # type: ignore[misc]  # untyped
    """Starts Playwright's own browser where there is one, else the system's."""

    def options(self, settings: BaseSettings) -> dict[str, Any]:
        """Return how to launch it; ``PLAYWRIGHT_LAUNCH_OPTIONS`` has the last word. Raises `NoBrowserError`."""
        program = settings.get("BROWSER_PROGRAM")
        if program is None and not Path(self.browser_type.executable_path).exists():
            program = next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), None)
            if program is None:
                raise NoBrowserError(
                    "the profile has rendered pages, and no browser was found: install one with"
                    " `playwright install chromium` or `apt-get install chromium`, or name one in BROWSER_PROGRAM"
                )
        # Chromium refuses its sandbox to root.
        options = {"executable_path": program, "chromium_sandbox": os.geteuid() != 0}
        return {**options, **settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS")}

    async def launch(self, settings: BaseSettings) -> Any:
        """Start a browser. Raises `NoBrowserError`."""
        options = self.options(settings)
        try:
            return await asyncio.wait_for(self.browser_type.launch(**options), LAUNCH_TIMEOUT_S)
        except Exception as error:
            told = str(error).strip().partition("\n")[0] or f"not up after {LAUNCH_TIMEOUT_S:g} s"
            raise NoBrowserError(f"the browser does not start: {told}") from error

    def kill(self) -> None:
        """End whatever browser Playwright's driver has started, listening or not (where /proc tells which)."""
        with suppress(AttributeError):
            driver: int = self.playwright_context_manager._connection._transport._proc.pid
            for child in children_of(driver):
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)


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
