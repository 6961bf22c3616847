"""Ending what looks at the database in the background."""

from __future__ import annotations

import asyncio

_AGAIN_S = 1.0


async def ended(task: asyncio.Task[None] | None) -> None:
    """Cancel a task, and wait until it has ended.

    Again and again: a cancellation that comes while a statement is under way may end that statement as an error of the
    database, which a loop that outlives such errors takes for one, and goes on.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_S)
