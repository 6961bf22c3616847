"""Who a worker is, and whether one that holds leases still lives: of this machine's own, that can be told at once."""

from __future__ import annotations

import os
import socket
import uuid


def new_worker() -> str:
    """Name a crawl ``host:pid:birth``; the birth tells it from an earlier one under the same number."""
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def is_dead(worker: str, me: str) -> bool:
    """Whether a worker has certainly ended: it ran on this machine, and its process is gone or is another one.

    Of another machine's worker nothing is known, nor of a number that some process has: its lease has to run out.
    """
    host, _, rest = worker.rpartition(":")[0].rpartition(":")
    if host != socket.gethostname() or not rest.isdecimal():
        return False
    if int(rest) == os.getpid():
        return worker != me
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
