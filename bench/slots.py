"""What the pace costs: slots of Scrapy's own downloader, all of them with something to send, and no network.

python bench/slots.py [--slots 1340] [--ceiling 30] [--seconds 30]
"""

from __future__ import annotations

import argparse
import asyncio
import time
from typing import Any

from scrapy import Request
from scrapy.core import downloader

from directory_crawler.core.pace.ceiling import Ceiling
from directory_crawler.core.pace.controller import Rates
from directory_crawler.core.pace.pacer import Pacer, Patiences
from directory_crawler.middlewares.slots import PacedSlot

LATENCY_S = 0.2


class Wireless:
    """The downloader's queue of a slot, with an answer after a while in place of a transfer."""

    _process_queue = downloader.Downloader._process_queue
    _latercall = downloader.Downloader._latercall

    def __init__(self, slots: int, ceiling: float) -> None:
        self.pacer = Pacer(Rates(), Ceiling(ceiling), Patiences())
        self.sent = 0
        self.names: dict[int, str] = {}
        for number in range(slots):
            name = f"slice {number}"
            slot = PacedSlot(self.pacer.slot(name, surface=False), self.pacer.ceiling, 2, 0.3)
            self.names[id(slot)] = name
            self.ask(slot)

    def ask(self, slot: Any) -> None:
        slot.queue.append((Request("http://127.0.0.1/"), None))
        self._process_queue(slot)

    async def _wait_for_download(self, slot: Any, request: Request, _: Any) -> None:
        self.sent += 1
        slot.transferring.add(request)
        await asyncio.sleep(LATENCY_S)
        slot.transferring.remove(request)
        self.pacer.good(self.names[id(slot)], time.monotonic(), request.meta["sent_at"])
        self.ask(slot)


async def measure(slots: int, ceiling: float, seconds: float) -> None:
    loop, tasks = asyncio.get_running_loop(), set()

    def begin(coroutine: Any) -> None:
        task = asyncio.ensure_future(coroutine)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    downloader._schedule_coro = begin  # type: ignore[attr-defined]  # there is no reactor here
    downloader.call_later = loop.call_later  # type: ignore[assignment]
    wireless = Wireless(slots, ceiling)
    sent, cpu, began = wireless.sent, time.process_time(), time.monotonic()
    await asyncio.sleep(seconds)
    wall = time.monotonic() - began
    print(
        f"{slots} slots under {ceiling:g} a second: {(wireless.sent - sent) / wall:.2f}/s,"
        f" {(time.process_time() - cpu) / wall:.2%} of one core"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slots", type=int, default=1340)
    parser.add_argument("--ceiling", type=float, default=30.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    asyncio.run(measure(options.slots, options.ceiling, options.seconds))


if __name__ == "__main__":
    main()
