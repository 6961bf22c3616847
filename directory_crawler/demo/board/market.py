"""Where postings come from: new vacancies, openings alike, reposts, and copies by agencies."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from directory_crawler.demo.board.companies import AGENCY, EMPLOYER, trade_weights
from directory_crawler.demo.board.places import REGION_CODES, REGION_WEIGHTS
from directory_crawler.demo.board.postings import AGENCY_COPY, REPOST, Posting
from directory_crawler.demo.board.trades import TRADES

if TYPE_CHECKING:
    from random import Random

    from directory_crawler.demo.board.companies import Companies

DAY = 86_400
EMPLOYMENTS = ("full_time", "part_time", "temporary", "contract", "internship")
_EMPLOYMENT_TOTALS = tuple(accumulate((60, 20, 10, 7, 3)))
# When postings appear: weight of each hour of the (UTC) day.
_HOUR_TOTALS = tuple(
    accumulate((1, 1, 1, 1, 2, 4, 8, 20, 40, 55, 60, 55, 40, 45, 50, 50, 45, 30, 15, 10, 8, 6, 4, 2))
)
_HOURS = tuple(range(24))
_AGENCY_ONLY_SHARE = 0.15  # of the vacancies: no employer's own posting
_SECOND_CATEGORY_SHARE = 0.18
_HIDDEN_SHARE = 0.03  # filed under no category
_NO_REGION_SHARE = 0.03
_AT_HOME_SHARE = 0.7  # of a company's postings: in its region
_OWN_TRADE_SHARE = 0.6
_NO_EXPIRY_SHARE = 0.1
_REWORDED_REPOST_SHARE, _REWORDED_COPY_SHARE = 0.5, 0.25
_ONE_CATEGORY = tuple((trade.code,) for trade in TRADES)
_TERMS_DAYS = (14, 21, 30, 30, 45, 60)


class Market:
    """Draws postings. Those it returns have no id yet."""

    def __init__(self, rng: Random, companies: Companies) -> None:
        self.rng = rng
        self._companies = companies
        self._trades = range(len(TRADES))
        self._trade_totals = tuple(accumulate(trade_weights()))
        self._region_totals = tuple(accumulate(REGION_WEIGHTS))

    def moment(self, day_start: int) -> int:
        """A second of the day that starts at `day_start`, most likely in working hours."""
        rng = self.rng
        hour = rng.choices(_HOURS, cum_weights=_HOUR_TOTALS)[0]
        second = (hour * 3600 - day_start % DAY) % DAY + int(rng.random() * 3600)
        return day_start + second % DAY

    def expiry(self, posted: int) -> int | None:
        """When a posting that was put up at `posted` will end, if it says so."""
        rng = self.rng
        return None if rng.random() < _NO_EXPIRY_SHARE else posted + rng.choice(_TERMS_DAYS) * DAY

    def vacancy(self, created: int, company: int | None = None) -> Posting:
        """The first posting of a new vacancy."""
        rng = self.rng
        if company is None:
            kind = AGENCY if rng.random() < _AGENCY_ONLY_SHARE else EMPLOYER
            company = self._companies.draw(rng, kind)
        who = self._companies.company(company)
        if rng.random() < _OWN_TRADE_SHARE:
            trade = rng.choice(who.trades)
        else:
            trade = rng.choices(self._trades, cum_weights=self._trade_totals)[0]
        region: str | None = who.region
        if rng.random() > _AT_HOME_SHARE:
            region = self.region()
        elif rng.random() < _NO_REGION_SHARE:
            region = None
        seed = rng.getrandbits(48)
        return Posting(
            id="",
            vacancy="",
            company=company,
            trade=trade,
            kin=seed,
            seed=seed,
            twist=0,
            link="",
            categories=self._categories(trade),
            region=region,
            employment=rng.choices(EMPLOYMENTS, cum_weights=_EMPLOYMENT_TOTALS)[0],
            created=created,
            posted=created,
            expires=self.expiry(created),
        )

    def region(self) -> str:
        """A region, by size."""
        return self.rng.choices(REGION_CODES, cum_weights=self._region_totals)[0]

    def second_opening(self, first: Posting, created: int) -> Posting:
        """Another vacancy with the title, the place and three in five sentences of `first`."""
        return self._anew(first, created)._replace(vacancy="", seed=self.rng.getrandbits(48))

    def elsewhere(self, first: Posting, created: int) -> Posting:
        """Another vacancy, of the very words of `first`, in another region."""
        region = first.region
        while region == first.region:
            region = self.region()
        return self._anew(first, created)._replace(vacancy="", region=region)

    def repost(self, first: Posting, created: int) -> Posting:
        """The same vacancy by the same company under a new id, half of the time with a sentence changed."""
        rng = self.rng
        twist = rng.getrandbits(32) + 1 if rng.random() < _REWORDED_REPOST_SHARE else first.twist
        return self._anew(first, created)._replace(twist=twist, link=REPOST)

    def agency_copy(self, first: Posting, created: int) -> Posting:
        """The same vacancy by an agency: the same lists, more or less, under another opening."""
        rng = self.rng
        company = first.company
        while company == first.company:
            company = self._companies.draw(rng, AGENCY)
        twist = rng.getrandbits(32) + 1 if rng.random() < _REWORDED_COPY_SHARE else 0
        copy = self._anew(first, created)._replace(company=company, twist=twist)
        return copy._replace(link=AGENCY_COPY, categories=self._categories(first.trade))

    def _anew(self, first: Posting, created: int) -> Posting:
        """`first` without its id and history."""
        return first._replace(
            id="",
            created=created,
            posted=created,
            expires=self.expiry(created),
            bumps=0,
            edits=(),
            link="",
            twist=0,
            ending="",
            closed=None,
            reopened=None,
        )

    def _categories(self, trade: int) -> tuple[str, ...]:
        rng = self.rng
        share = rng.random()
        if share < _HIDDEN_SHARE:
            return ()
        if share > 1 - _SECOND_CATEGORY_SHARE:
            second = rng.choices(self._trades, cum_weights=self._trade_totals)[0]
            if second != trade:
                return TRADES[trade].code, TRADES[second].code
        return _ONE_CATEGORY[trade]
