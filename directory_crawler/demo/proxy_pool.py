"""A pool of demo proxies, some of them ill, and its list for the crawler.

``python -m directory_crawler.demo.proxy_pool --list FILE --exits 12 --dead 3 --flapping 2 --wrong 1`` writes the list
and serves until SIGTERM.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

from directory_crawler.demo.proxy import DemoExit, serve_proxies


def pool_of(
    exits: int, *, dead: int = 0, flapping: int = 0, wrong: int = 0, behind: int = 1
) -> list[DemoExit]:
    """Return so many entries, of which the last ones have something wrong with them."""
    made = []
    for number in range(exits):
        login, password = f"login-{number}", f"pa:ss/{number:04d}-secret"
        left = exits - number
        made.append(
            DemoExit(
                login,
                password,
                dead=left <= dead,
                flapping=3 if dead < left <= dead + flapping else 0,
                listed_password="out-of-date" if dead + flapping < left <= dead + flapping + wrong else None,
                exits=behind,
            )
        )
    return made


async def _main(arguments: argparse.Namespace) -> None:
    stopped = asyncio.Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, stopped.set)
    behind = 6000 if arguments.gateway else 1
    exits = pool_of(
        arguments.exits,
        dead=arguments.dead,
        flapping=arguments.flapping,
        wrong=arguments.wrong,
        behind=behind,
    )
    async with serve_proxies(exits) as proxies:
        await asyncio.to_thread(Path(arguments.list).write_text, "\n".join([*proxies.lines, ""]), "utf-8")
        print(f"{len(exits)} proxies are listed in {arguments.list}", flush=True)
        await stopped.wait()
        for number in range(len(exits)):
            served = sum(line.entry == number and 200 <= line.status < 400 for line in proxies.log)
            print(f"entry {number}: {served} served")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", required=True, help="file to write the list to")
    parser.add_argument("--exits", type=int, default=12)
    parser.add_argument("--dead", type=int, default=0, help="entries on whose port nothing listens")
    parser.add_argument("--flapping", type=int, default=0, help="entries that cut connections now and then")
    parser.add_argument("--wrong", type=int, default=0, help="entries listed with a wrong password")
    parser.add_argument("--gateway", action="store_true", help="exits rotate behind each entry")
    asyncio.run(_main(parser.parse_args()))
