"""How a crawl of the bundled board compares with the truth that the board knows of itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from directory_crawler.demo.board.board import Board
    from directory_crawler.storage.database import Connection


@dataclass(frozen=True)
class Pairs:
    """Pairs of stored postings that are of one vacancy: as ``found``, in truth, and both."""

    found: int
    true: int
    right: int

    @classmethod
    def of(cls, found: Iterable[str | None], true: Iterable[str]) -> Pairs:
        together = Counter(zip(found, true, strict=True))
        ours: Counter[str | None] = Counter()
        theirs: Counter[str] = Counter()
        for (cluster, vacancy), n in together.items():
            ours[cluster] += n
            theirs[vacancy] += n
        return cls(_pairs(ours.values()), _pairs(theirs.values()), _pairs(together.values()))


def _pairs(sizes: Iterable[int]) -> int:
    return sum(n * (n - 1) // 2 for n in sizes)


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
    copies: Pairs

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
        yield (
            f"copies: {self.copies.right} of {self.copies.true} pairs of one vacancy found (recall"
            f" {self.copies.right / max(self.copies.true, 1):.4f}), {self.copies.found - self.copies.right} wrong"
            f" (precision {self.copies.right / max(self.copies.found, 1):.4f})"
        )


def compare_board(connection: Connection, site: str, board: Board) -> BoardComparison:
    """Hold the stored postings of a site against the board as it stands."""
    rows = connection.execute(
        "select posting_id, state, cluster_id from crawl.postings where site = %s", (site,)
    ).fetchall()
    stored = {posting_id for posting_id, state, _ in rows if state != "closed"}
    closed = {posting_id for posting_id, state, _ in rows if state == "closed"}
    clusters = {posting_id: cluster for posting_id, _, cluster in rows if posting_id in board.postings}
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
        copies=Pairs.of(clusters.values(), (board.postings[posting_id].vacancy for posting_id in clusters)),
    )
