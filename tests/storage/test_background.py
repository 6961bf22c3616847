"""Tasks in the background end when they are told to, whatever became of the first word."""

from __future__ import annotations

import asyncio

from directory_crawler.storage.background import ended


async def test_a_task_that_takes_its_cancellation_for_an_error_ends_all_the_same() -> None:
    """As one does whose statement was cancelled in its place."""
    swallowed = False

    async def look_on() -> None:
        nonlocal swallowed
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            swallowed = True
        await asyncio.sleep(600)

    task = asyncio.ensure_future(look_on())
    await asyncio.sleep(0)
    await asyncio.wait_for(ended(task), 30)

    assert swallowed
    assert task.cancelled()


async def test_a_task_that_failed_or_never_was_is_over() -> None:
    """Its failure was told where it happened."""

    async def fail() -> None:
        raise ValueError

    task = asyncio.ensure_future(fail())
    await asyncio.sleep(0)
    await ended(task)
    await ended(None)

    assert isinstance(task.exception(), ValueError)
