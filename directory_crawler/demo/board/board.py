"""A job board's world: every posting on a given day, what is true of it, and what happened so far."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from random import Random
from typing import TYPE_CHECKING

from directory_crawler.demo.board.companies import Companies
from directory_crawler.demo.board.founding import found
from directory_crawler.demo.board.life import Day, bumped, ended
from directory_crawler.demo.board.market import DAY, Market
from directory_crawler.demo.board.postings import Event, Posting, PostingTruth
from directory_crawler.demo.board.shape import shape_of
from directory_crawler.demo.board.texts import text_class, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from directory_crawler.demo.board.companies import Company
    from directory_crawler.demo.board.shape import BoardShape

EPOCH = datetime(2026, 10, 24, 6, tzinfo=timezone.utc)
"""The present of day 0 by default. In the night that follows, European clocks are put back."""


class Board:
    """The world on one day. `advance` gives the next day's and leaves this one as it is.

    `Board(size, seed)` is day 0 with exactly `size` open postings. The same (size, seed, day) is always the
    same world; `epoch` moves its whole time.

    Attributes:
        size, seed, day: what the world follows from.
        now: the present: nothing has happened later.
        shape: the sizes of its parts on day 0, and the ceiling of a site that serves it.
        companies: employers and agencies by index.
        postings: every posting that ever was, by id, oldest first.
        truth: the right values of each of them, made when asked for.
    """

    def __init__(self, size: int = 3000, seed: int = 1, *, epoch: datetime = EPOCH) -> None:
        self.size = size
        self.seed = seed
        self.day = 0
        self.now = epoch.replace(microsecond=0)
        self.shape: BoardShape = shape_of(size)
        self.companies = Companies(seed, self.shape.employers, self.shape.agencies)
        market = Market(Random(f"board {size} {seed}"), self.companies)
        self._postings = {p.id: p for p in found(market, self.shape, int(self.now.timestamp()))}
        self._events: list[Event] = []

    @classmethod
    def at(cls, size: int, seed: int, day: int, *, epoch: datetime = EPOCH) -> Board:
        """The world of that size and seed after `day` days."""
        board = cls(size, seed, epoch=epoch)
        for _ in range(day):
            board = board.advance()
        return board

    def advance(self) -> Board:
        """The world a day later."""
        later = self.copy()
        later.day, later.now = self.day + 1, self.now + timedelta(seconds=DAY)
        market = Market(Random(f"board {self.size} {self.seed} day {later.day}"), self.companies)
        day = Day(market, self.companies, self._postings, later.day, int(self.now.timestamp()))
        day.live()
        later._postings = day.postings
        later._events += day.events
        return later

    def copy(self) -> Board:
        """The same world; what is bumped or ended on the copy stays as it is here."""
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin._postings, twin._events = dict(self._postings), list(self._events)
        return twin

    def bump(self, posting_id: str, at: int) -> Posting:
        """Bump an open posting at a moment after `now`, as happens while a crawl is under way."""
        return self._happen(bumped(self._postings[posting_id], at), at, "bumped")

    def end(self, posting_id: str, at: int, ending: str) -> Posting:
        """End an open posting at a moment after `now`."""
        return self._happen(ended(self._postings[posting_id], at, ending), at, "ended")

    def _happen(self, posting: Posting, at: int, kind: str) -> Posting:
        self._postings[posting.id] = posting
        self._events.append(Event(self.day + 1, at, posting.id, kind))
        return posting

    @property
    def postings(self) -> Mapping[str, Posting]:
        """Every posting that ever was, by id, oldest first."""
        return self._postings

    def company(self, posting: Posting) -> Company:
        """Who published a posting."""
        return self.companies.company(posting.company)

    def open_ids(self) -> frozenset[str]:
        """Ids of the postings that have not ended."""
        return frozenset(posting.id for posting in self._postings.values() if not posting.ending)

    def events(self, since_day: int = 0) -> tuple[Event, ...]:
        """What happened after the present of `since_day`, day by day, in the order of its moments."""
        return tuple(event for event in self._events if event.day > since_day)

    @property
    def truth(self) -> Mapping[str, PostingTruth]:
        """The right values of every posting that ever was."""
        return _Truths(self)


class _Truths(Mapping[str, PostingTruth]):
    """The truth of a board's postings: a full board has too many to keep them all."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __getitem__(self, posting_id: str) -> PostingTruth:
        posting = self._board.postings[posting_id]
        company = self._board.company(posting)
        return PostingTruth(
            posting_id=posting.id,
            state="closed" if posting.ending else "open",
            ending=posting.ending,
            title=title_of(posting),
            company_id=company.id,
            company_kind=company.kind,
            vacancy_id=posting.vacancy,
            link=posting.link,
            categories=posting.categories,
            region=posting.region,
            created_at=posting.created,
            posted_at=posting.posted,
            expires_at=posting.expires,
            bump_count=posting.bumps,
            versions=1 + len(posting.edits),
            edits=posting.edits,
            closed_at=posting.closed,
            reopened_at=posting.reopened,
            text_class=text_class(posting),
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._board.postings)

    def __len__(self) -> int:
        return len(self._board.postings)
