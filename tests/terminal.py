"""Run a command in a pseudo terminal, as somebody sees it who sits at one."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


def in_a_terminal(
    command: Sequence[str],
    *,
    columns: int = 100,
    rows: int = 40,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout_s: float = 120.0,
) -> tuple[str, int]:
    """What the terminal was sent, control sequences included, and the exit status."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    given = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
    }
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        env={**given, "TERM": "xterm", **(env or {})},
    )
    os.close(theirs)
    sent, until = bytearray(), time.monotonic() + timeout_s
    try:
        while time.monotonic() < until:
            if not select.select([ours], [], [], 0.5)[0]:
                continue
            try:
                part = os.read(ours, 65_536)
            except OSError:  # nobody holds its other end any more
                break
            if not part:
                break
            sent += part
        return sent.decode("utf-8", "replace"), process.wait(timeout=10)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)
