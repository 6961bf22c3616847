"""How a crawl of the bundled board compares with the truth that the board knows of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from directory_crawler.demo.board.board import Board
    from directory_crawler.storage.database import Connection


@dataclass(frozen=True)
class BoardComparison:
    """Counts of right and wrong. ``dated`` are the open postings that a window can show."""

    open: int
    dated: int
    stored: int
    missing: frozenset[str]
    invented: frozenset[str]
    closed: int
    false_closures: frozenset[str]
    ended_but_open: int

    def lines(self) -> Iterator[str]:
        """The comparison, for a person."""
        found = self.dated - len(self.missing)
        share = found / self.dated if self.dated else 1.0
        yield f"coverage: {found} of {self.dated} dated open postings ({share:.2%}), {len(self.invented)} invented"
        yield f"undated: {self.open - self.dated} open postings that no window shows"
        yield (
            f"closures: {self.closed}, {len(self.false_closures)} of them false; {self.ended_but_open} that ended wait"
            " for a second miss or proof"
        )


def compare_board(connection: Connection, site: str, board: Board) -> BoardComparison:
    """Hold the stored postings of a site against the board as it stands."""
    rows = connection.execute(
        "select posting_id, state from crawl.postings where site = %s", (site,)
    ).fetchall()
    stored = {posting_id for posting_id, state in rows if state != "closed"}
    closed = {posting_id for posting_id, state in rows if state == "closed"}
    is_open = board.open_ids()
    dated = {posting_id for posting_id in is_open if board.postings[posting_id].posted is not None}
    return BoardComparison(
        open=len(is_open),
        dated=len(dated),
        stored=len(stored),
        missing=frozenset(dated - stored),
        invented=frozenset((stored | closed) - board.postings.keys()),
        closed=len(closed),
        false_closures=frozenset(closed & is_open),
        ended_but_open=len(stored - is_open),
    )
