"""Run a command of the user's with something to read, in bounded time and memory, whatever it does."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_KEPT = 2_000
"""Bytes of its output that are kept; the rest is read and dropped, so that a flood neither fills nor stops anything."""
_CHUNK = 65_536
_STRAGGLERS_S = 1.0
"""What a command leaves running in the background may hold its output open: that long it is waited for."""


def failure_of(command: Sequence[str], given: bytes, timeout_s: float) -> str | None:
    """Run a command without a shell and return why it failed, or ``None``. One that takes too long is killed."""
    try:
        process = subprocess.Popen(  # noqa: S603  the user's own command, without a shell
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return f"cannot be started: {getattr(error, 'strerror', None) or error}"
    assert process.stdin is not None
    assert process.stdout is not None
    said = bytearray()
    reader = threading.Thread(target=_read, args=(process.stdout, said), daemon=True)
    writer = threading.Thread(target=_write, args=(process.stdin, given), daemon=True)
    reader.start()
    writer.start()
    try:
        status = process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return f"did not end within {timeout_s:g} seconds, and was killed"
    reader.join(_STRAGGLERS_S)
    if status == 0:
        return None
    how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    told = _printable(bytes(said))
    return f"{how}: {told}" if told else how


def _read(output: IO[bytes], said: bytearray) -> None:
    with output, suppress(OSError, ValueError):
        while part := os.read(output.fileno(), _CHUNK):
            said.extend(part[: _KEPT - len(said)])


def _write(entry: IO[bytes], given: bytes) -> None:
    # A command need not read what it is given.
    with suppress(OSError, ValueError):
        entry.write(given)
    with suppress(OSError, ValueError):
        entry.close()


def _printable(said: bytes) -> str:
    text = said.decode("utf-8", "replace")
    shown = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(shown.split())[:300]
