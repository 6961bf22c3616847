"""Which rows an answer holds: the page size, the ceiling, and what lies past it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from directory_crawler.demo.board.shape import PAGE_SIZE

if TYPE_CHECKING:
    from directory_crawler.demo.board.options import BoardOptions


class Page(NamedTuple):
    """The rows of an answer, from `start` to before `stop`; `refused` answers have none."""

    start: int
    stop: int
    refused: bool = False


def cut_page(rows: int, offset: int, limit: int, *, ceiling: int, options: BoardOptions) -> Page:
    """The page of a list of `rows` at `offset` (from 0) with `limit` (the silent cap is applied here).

    A `ceiling` of 0 means none.
    """
    limit = min(limit, PAGE_SIZE, options.page_cap or PAGE_SIZE)
    if limit == 0:
        return Page(0, 0)
    reach, last = _depth(rows, limit, ceiling, options)
    past_ceiling = offset > last and last < rows - 1
    if not past_ceiling and offset < rows:
        return Page(offset, min(offset + limit, reach))
    if past_ceiling and options.past == "error":
        return Page(0, 0, refused=True)
    if options.past == "first":
        return Page(0, min(limit, reach))
    if options.past == "clamp":
        start = max(0, min(last, reach - 1)) // limit * limit
        return Page(start, min(start + limit, reach))
    return Page(0, 0)


def _depth(rows: int, limit: int, ceiling: int, options: BoardOptions) -> tuple[int, int]:
    """How many rows can be served at all, and the largest offset that is served."""
    if not ceiling:
        return rows, rows - 1
    if options.ceiling_on == "rows":
        return min(rows, ceiling), min(rows, ceiling) - 1
    if options.ceiling_on == "window":
        last = ceiling - limit
    elif options.ceiling_on == "pages":
        last = max(1, ceiling // PAGE_SIZE) * limit - 1
    else:
        last = ceiling - 1 + options.ceiling_inclusive
    return min(rows, last + limit), min(rows - 1, last)


def stated_total(rows: int, options: BoardOptions) -> int:
    """How many rows an answer says that there are."""
    if options.fixed_total is not None:
        return options.fixed_total
    total = rows + round(rows * options.overstate)
    return total if options.clamp_total is None else min(total, options.clamp_total)
