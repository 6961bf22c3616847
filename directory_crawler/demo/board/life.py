"""A day in the life of a board: endings, bumps, edits, reactivations, new postings, reposts, agency copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.demo.board.companies import EMPLOYER
from directory_crawler.demo.board.market import DAY
from directory_crawler.demo.board.postings import (
    AGENCY_COPY,
    EXPIRED,
    GONE,
    MARKED,
    NOT_FOUND,
    REDIRECTED,
    Event,
    Posting,
)
from directory_crawler.demo.board.shape import BURST_SECONDS
from directory_crawler.demo.board.trades import TRADES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from directory_crawler.demo.board.companies import Companies
    from directory_crawler.demo.board.market import Market

# Daily shares of the open set, measured on a real board of 412 000 postings (26 000 new and 24 000 ended a day).
NEW, ENDED, BUMPED, EDITED = 0.063, 0.058, 0.09, 0.014
TITLE_EDITED = 0.031  # of the new postings, within 48 hours
# Chosen to be seen at a small size.
MOVED_BACK = 0.0001
REOPENED = 0.015  # of the endings
REPOSTED, COPIED, ALIKE = 0.04, 0.08, 0.03  # of the new postings
_UNSTAMPED = 0.005
_EXPIRED_SHARE = 0.25  # of the endings: at most so many by date; the other dates are put off
_MOVED_WITH_EDIT = 0.1
_REOPENED_WITHIN_DAYS = 10
_REPOSTED_AFTER_DAYS = (12, 16)
_COPIED_WITHIN_DAYS = 10
_PUSH_EVERY_DAYS = 3
# How pages of ended postings answer. A redirect proves nothing: two closures in a hundred get no hard verdict.
_ENDINGS, _ENDING_WEIGHTS = (NOT_FOUND, GONE, MARKED, REDIRECTED), (40, 28, 30, 2)
_MANY_BUMPS = 5  # from here on they rarely end: nobody is filling them
_SHORTEST_DAYS_OPEN = min(trade.days_open for trade in TRADES)


def bumps_a_day(posting: Posting) -> float:
    """How often a posting is bumped: some never are, others nearly every week; 0.09 on average."""
    return 0.02 if posting.seed % 5 < 2 else 0.14


def bumped(posting: Posting, at: int) -> Posting:
    """`posting` brought to the top again at that moment; what was to expire soon expires later."""
    expires = None if posting.expires is None else max(posting.expires, at + 14 * DAY)
    return posting._replace(posted=at, bumps=posting.bumps + 1, expires=expires)


def ended(posting: Posting, at: int, ending: str) -> Posting:
    """`posting` ended at that moment in that way."""
    return posting._replace(ending=ending, closed=at)


class Day:
    """One day under way, from `start` on: the postings as they stand so far, and the open ones not yet touched."""

    def __init__(
        self, market: Market, companies: Companies, postings: Mapping[str, Posting], day: int, start: int
    ) -> None:
        self.postings = dict(postings)
        self.events: list[Event] = []
        self._market = market
        self._rng = market.rng
        self._companies = companies
        self._day = day
        self._start = start
        self._untouched = [posting for posting in postings.values() if not posting.ending]
        self._before = len(self._untouched)
        self._rng.shuffle(self._untouched)

    def live(self) -> None:
        """Everything that happens in the day. `events` are in the order of their moments afterwards."""
        self._expire()
        self._end()
        self._reopen()
        self._push()
        self._bump()
        self._edit()
        self._move_back()
        self._arrive()
        self.events.sort(key=lambda event: event.at)

    def _expire(self) -> None:
        """Some postings whose date has come end by it; the others get a later one."""
        end = self._start + DAY
        due = [p for p in self._untouched if p.expires is not None and p.expires <= end]
        self._untouched = [p for p in self._untouched if p.expires is None or p.expires > end]
        budget = self._share(ENDED * _EXPIRED_SHARE)
        for number, posting in enumerate(due):
            assert posting.expires is not None
            if number < budget:
                ending = EXPIRED if self._rng.random() < 0.6 else self._rng.choice((NOT_FOUND, GONE))
                at = max(posting.expires, self._start + 1)
                self._note(ended(posting, at, ending), at, "ended")
            else:
                self._untouched.append(posting._replace(expires=posting.expires + 30 * DAY))
                self.postings[posting.id] = self._untouched[-1]

    def _end(self) -> None:
        wanted = self._share(ENDED) - len(self.events)
        for posting in self._take(wanted, _likely_to_end):
            at = self._moment()
            ending = self._rng.choices(_ENDINGS, _ENDING_WEIGHTS)[0]
            self._note(ended(posting, at, ending), at, "ended")

    def _reopen(self) -> None:
        """Some that ended within the last days come back under their id."""
        since = self._start - _REOPENED_WITHIN_DAYS * DAY
        recent = [
            posting
            for posting in self.postings.values()
            if posting.closed is not None
            and since < posting.closed < self._start
            and posting.ending not in ("", EXPIRED)
        ]
        count = min(len(recent), max(1, round(self._before * ENDED * REOPENED)))
        for posting in self._rng.sample(recent, count):
            at = self._moment()
            later = posting._replace(ending="", reopened=at, expires=self._market.expiry(at))
            self._note(later._replace(posted=None if posting.posted is None else at), at, "reopened")

    def _push(self) -> None:
        """Every third day the agency of the burst brings all that it has to the top, within 90 seconds."""
        if self._day % _PUSH_EVERY_DAYS:
            return
        pusher = self._companies.employers + self._companies.agencies - 1
        start = min(self._moment(), self._start + DAY - 2 * BURST_SECONDS)
        start += 5 - start % 60
        for posting in self._take(self._before, lambda p: float(p.company == pusher)):
            if posting.posted is not None:
                at = start + int(BURST_SECONDS * self._rng.random() ** 2)
                self._note(bumped(posting, at), at, "bumped")

    def _bump(self) -> None:
        wanted = self._share(BUMPED) - sum(event.kind == "bumped" for event in self.events)
        for posting in self._take(wanted, lambda p: bumps_a_day(p) / 0.14 if p.posted is not None else 0.0):
            at = self._moment()
            self._note(bumped(posting, at), at, "bumped")

    def _edit(self) -> None:
        """Titles of what came yesterday or today, pay and descriptions of anything."""
        titles = max(1, round(self._before * NEW * TITLE_EDITED))
        young = self._start - DAY
        for posting in self._take(titles, lambda p: float(p.created >= young and "title" not in p.edits)):
            self._change(posting, "title")
        for posting in self._take(self._share(EDITED) - titles, lambda _: 1.0):
            self._change(posting, self._rng.choice(("pay", "description")))

    def _change(self, posting: Posting, field: str) -> None:
        at = self._moment()
        later = posting._replace(edits=(*posting.edits, field))
        moved = posting.posted is not None and self._rng.random() < _MOVED_WITH_EDIT
        self._note(later._replace(posted=at) if moved else later, at, "edited", field=field, moved=moved)

    def _move_back(self) -> None:
        for posting in self._take(
            self._share(MOVED_BACK),
            lambda p: float(p.posted is not None and p.posted > p.created + 2 * DAY),
        ):
            assert posting.posted is not None
            self._note(posting._replace(posted=posting.posted - DAY), self._moment(), "moved_back")

    def _arrive(self) -> None:
        """New postings: reposts, copies by agencies, openings alike, and the rest new altogether."""
        rng, market = self._rng, self._market
        total = self._share(NEW)
        earliest, latest = (self._start - days * DAY for days in reversed(_REPOSTED_AFTER_DAYS))
        fresh = self._start - _COPIED_WITHIN_DAYS * DAY
        again, copied = [], []
        for posting in self.postings.values():
            if posting.link == AGENCY_COPY or self._companies.kind(posting.company) != EMPLOYER:
                continue
            if earliest <= (posting.closed if posting.ending else posting.created) < latest:  # type: ignore[operator]
                again.append(posting)
            if posting.created >= fresh and not posting.ending:
                copied.append(posting)
        drafts: list[tuple[Posting, str]] = []
        for source, share, draw, kind in (
            (again, REPOSTED, market.repost, "reposted"),
            (copied, COPIED, market.agency_copy, "copied"),
            (copied, ALIKE / 2, market.second_opening, "opened"),
            (copied, ALIKE / 2, market.elsewhere, "opened"),
        ):
            count = min(len(source), max(1, round(total * share)))
            drafts += [(draw(first, self._moment()), kind) for first in rng.sample(source, count)]
        while len(drafts) < total:
            draft = market.vacancy(self._moment())
            drafts.append((draft._replace(posted=None) if rng.random() < _UNSTAMPED else draft, "opened"))
        drafts.sort(key=lambda draft: draft[0].created)
        last = int(next(reversed(self.postings)))
        for draft, kind in drafts:
            last += 1 + int(rng.random() * 3)
            vacancy = draft.vacancy or str(last)
            self._note(draft._replace(id=str(last), vacancy=vacancy), draft.created, kind)

    def _share(self, share: float) -> int:
        return max(1, round(self._before * share))

    def _take(self, wanted: int, weight: Callable[[Posting], float]) -> list[Posting]:
        """Up to so many postings to which nothing else happens today, each accepted with its weight (0 to 1)."""
        taken: list[Posting] = []
        left: list[Posting] = []
        while self._untouched and len(taken) < wanted:
            posting = self._untouched.pop()
            (taken if self._rng.random() < weight(posting) else left).append(posting)
        self._untouched = left + self._untouched
        return taken

    def _moment(self) -> int:
        return self._market.moment(self._start)

    def _note(self, posting: Posting, at: int, kind: str, *, field: str = "", moved: bool = False) -> None:
        self.postings[posting.id] = posting
        self.events.append(Event(self._day, at, posting.id, kind, field, moved))


def _likely_to_end(posting: Posting) -> float:
    slow = _SHORTEST_DAYS_OPEN / TRADES[posting.trade].days_open
    return slow * 0.35 if posting.bumps >= _MANY_BUMPS else slow
