"""Serve the bundled board from the command line."""

from __future__ import annotations

import argparse
import asyncio
import json
from datetime import datetime, timezone

from directory_crawler.demo.board.board import EPOCH, Board
from directory_crawler.demo.board.options import PAST_KINDS, BoardOptions
from directory_crawler.demo.board.site import BoardSite
from directory_crawler.demo.http_server import serve_until_stopped


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m directory_crawler.demo.board", description="The bundled job board."
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free one")
    parser.add_argument("--size", type=int, default=3000, help="open postings on day 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--day", type=int, default=0, help="days that have passed already")
    parser.add_argument(
        "--epoch",
        type=datetime.fromisoformat,
        default=EPOCH,
        help="the present of day 0, as an ISO stamp (UTC where it has no offset)",
    )
    parser.add_argument(
        "--wall-clock", action="store_true", help="let the site's time pass as the clock does"
    )
    parser.add_argument("--ceiling-rows", type=int, help="rows that a query serves, 0 for no ceiling")
    parser.add_argument("--past", choices=PAST_KINDS, default="clamp", help="what lies past the ceiling")
    parser.add_argument("--live", type=float, default=0.0, metavar="P")
    parser.add_argument("--options", default="{}", metavar="JSON", help="any options of BoardOptions")
    return parser


def main() -> None:
    """Serve from the command line."""
    parser = _parser()
    arguments = parser.parse_args()
    try:
        own = {name: getattr(arguments, name) for name in ("ceiling_rows", "past", "live")}
        options = BoardOptions().changed(own | json.loads(arguments.options))
        epoch = arguments.epoch
        epoch = epoch if epoch.tzinfo else epoch.replace(tzinfo=timezone.utc)
        board = Board.at(arguments.size, arguments.seed, arguments.day, epoch=epoch)
    except (ValueError, TypeError) as error:
        parser.error(str(error))
    site = BoardSite(board, options, wall_clock=arguments.wall_clock)
    asyncio.run(serve_until_stopped(site.handle, host=arguments.host, port=arguments.port))


if __name__ == "__main__":
    main()
