"""A hook that keeps what it is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


class Calls:
    """A command that keeps what it is given, and what it was given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "calls"
        self.folder.mkdir()
        script = folder / "hook.py"
        script.write_text(
            "import pathlib, sys, time\n"
            "given = sys.stdin.read()\n"
            "pathlib.Path(sys.argv[1], str(time.time_ns())).write_text(given)\n"
        )
        self.command = [sys.executable, str(script), str(self.folder)]

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(path.read_text()) for path in sorted(self.folder.iterdir())]

    @property
    def events(self) -> list[str]:
        return [call["event"] for call in self.told]
