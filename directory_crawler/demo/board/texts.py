"""The words of a posting: title, terms and description, made from its seeds each time they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from directory_crawler.demo.board import phrases
from directory_crawler.demo.board.companies import AGENCY
from directory_crawler.demo.board.postings import AGENCY_COPY
from directory_crawler.demo.board.trades import TRADES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.demo.board.companies import Company
    from directory_crawler.demo.board.postings import Posting
    from directory_crawler.demo.board.trades import Trade

_T = TypeVar("_T")
_LEVELS = ("", "", "", "Senior", "Junior", "Lead", "Trainee")
_SHORT_SHARE = 0.08  # of the descriptions: too short for a lead that could be told from the rest
# What agencies do to the lists that they reword.
_DROPPED_SHARE, _REORDERED_SHARE = 0.15, 0.2
# One seed feeds several draws, each under its own mask.
_TERMS, _COUNTS, _SENTENCES, _EDITS = 0x7E125, 0xC0417, 0x5E472, 0xED175
_EDITED_TITLES = ("{title} (m/f/d)", "{title} - immediate start", "{title} *new*")
# What agencies make of a title.
_AGENCY_TITLES = ("{title}", "{title} (m/f/d)", "Urgent: {title}", "{title} - leading employer")


class Text(NamedTuple):
    """A description: sentences of the opening, three lists, and the closing paragraph."""

    lead: tuple[str, ...]
    tasks: tuple[str, ...]
    needs: tuple[str, ...]
    offers: tuple[str, ...]
    closing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a job offers and asks for, apart from its words; pay in pounds a `period` ("year" or "hour").

    `pay_text` is None where the posting says nothing about pay, and a bare word where it says no figures
    (`low` and `high` are then None).
    """

    pay_text: str | None
    low: float | None
    high: float | None
    period: str
    remote: bool
    level: str
    years: int
    hours: float
    openings: int
    skills: tuple[str, ...]
    benefits: tuple[str, ...]


def title_of(posting: Posting) -> str:
    """The title as it stands after its edits."""
    title = _plain_title(posting)
    if posting.link == AGENCY_COPY:
        title = _AGENCY_TITLES[(posting.kin + posting.company) % len(_AGENCY_TITLES)].format(title=title)
    for number in range(posting.edits.count("title")):
        title = _EDITED_TITLES[(posting.kin + number) % len(_EDITED_TITLES)].format(title=title)
    return title


def terms_of(posting: Posting) -> Terms:
    """The terms as they stand after the edits of the pay."""
    level, trade = _level(Random(posting.kin)), TRADES[posting.trade]
    rng = Random(posting.kin ^ _TERMS)
    pay_text, low, high = _pay(rng, trade, posting.edits.count("pay"))
    return Terms(
        pay_text=pay_text,
        low=low,
        high=high,
        period="hour" if trade.shifts else "year",
        remote=not trade.shifts and rng.random() < 0.25,
        level=level.lower() or "regular",
        years=_whole(rng, 0, 6),
        hours=_pick(rng, (20.0, 30.0, 37.5, 37.5, 40.0)),
        openings=_pick(rng, (1, 1, 1, 2, 5)),
        skills=tuple(rng.sample(trade.skills, 3)),
        benefits=tuple(rng.sample(phrases.BENEFITS, _whole(rng, 0, 4))),
    )


def text_of(posting: Posting, company: Company) -> Text:
    """The description as it stands after its edits."""
    text = _first_text(posting)
    if posting.twist:
        text = _reworded(text, posting)
    for number in range(posting.edits.count("description")):
        rng = Random(posting.seed ^ _EDITS + number)
        needs = list(text.needs)
        needs[_whole(rng, 0, len(needs))] = _other_need(rng, TRADES[posting.trade], text.needs)
        text = text._replace(needs=tuple(needs))
    return text._replace(lead=_lead(posting, company, short=not text.offers), closing=_closing(company))


def text_class(posting: Posting) -> str:
    """Equal for two postings exactly when `text_of` gives the same words."""
    edits = posting.edits.count("description")
    return f"{posting.kin:x}-{posting.seed:x}-{posting.twist:x}-{posting.company}-{edits}"


def _pick(rng: Random, options: Sequence[_T]) -> _T:
    """One of the options: `choice` without its care for huge sequences, which costs half of a page."""
    return options[int(rng.random() * len(options))]


def _whole(rng: Random, low: int, high: int) -> int:
    """A whole number from `low` to before `high`."""
    return low + int(rng.random() * (high - low))


def _plain_title(posting: Posting) -> str:
    rng = Random(posting.kin)
    return f"{_level(rng)} {_pick(rng, TRADES[posting.trade].titles)}".strip()


def _level(rng: Random) -> str:
    return _pick(rng, _LEVELS)


def _pay(rng: Random, trade: Trade, raises: int) -> tuple[str | None, float | None, float | None]:
    share = rng.random()
    if share < 0.2 and not raises:
        return None, None, None
    if share < 0.3 and not raises:
        return "Competitive", None, None
    if trade.shifts:
        hourly = 11.5 + _whole(rng, 0, 30) * 0.25 + raises * 0.5
        return f"£{hourly:.2f} - £{hourly + 1.5:.2f} per hour", hourly, hourly + 1.5
    low = 24_000.0 + _whole(rng, 0, 80) * 500 + raises * 1_000
    high = low + _pick(rng, (0, 2_000, 5_000, 10_000))
    if high == low:
        return f"£{low:,.0f} a year", low, low
    return f"£{low:,.0f} – £{high:,.0f} a year", low, high


def _first_text(posting: Posting) -> Text:
    """The three lists as the vacancy's first posting has them; no offers where the text is short."""
    trade = TRADES[posting.trade]
    counts = Random(posting.kin ^ _COUNTS)
    own = Random(posting.seed ^ _SENTENCES)
    kin = own if posting.kin == posting.seed else Random(posting.kin ^ _SENTENCES)
    sources = cycle((own, kin, kin, own, kin))

    short = counts.random() < _SHORT_SHARE
    # Three sentences in five are those of the kin. Keys of a dict: none stands twice.
    tasks = dict.fromkeys(_task(next(sources), trade) for _ in range(3 if short else _whole(counts, 8, 11)))
    needs = dict.fromkeys(_need(next(sources), trade) for _ in range(4 if short else _whole(counts, 8, 11)))
    offers = dict.fromkeys(_offer(next(sources)) for _ in range(0 if short else _whole(counts, 7, 10)))
    return Text((), tuple(tasks), tuple(needs), tuple(offers), ())


def _task(rng: Random, trade: Trade) -> str:
    return f"{_pick(rng, trade.tasks)} {_pick(rng, phrases.MANNERS)}"


def _need(rng: Random, trade: Trade) -> str:
    if rng.random() < 0.25:
        return _pick(rng, phrases.GENERAL_NEEDS).format(years=_whole(rng, 2, 9))
    skill = _whole(rng, 0, len(trade.skills))
    other = (skill + _whole(rng, 1, len(trade.skills))) % len(trade.skills)
    return _pick(rng, phrases.NEEDS).format(
        skill=trade.skills[skill],
        other=trade.skills[other],
        years=_whole(rng, 2, 9),
        setting=_pick(rng, phrases.SETTINGS),
    )


def _other_need(rng: Random, trade: Trade, known: tuple[str, ...]) -> str:
    """A need that does not stand there yet, so that an edit is one."""
    need = _need(rng, trade)
    while need in known:
        need = _need(rng, trade)
    return need


def _offer(rng: Random) -> str:
    return _pick(rng, phrases.OFFERS).format(
        days=_whole(rng, 24, 34),
        months=_whole(rng, 2, 13),
        percent=_whole(rng, 3, 16),
        pounds=_whole(rng, 3, 20) * 100,
        hour=_pick(rng, ("nine", "ten")),
    )


def _reworded(text: Text, posting: Posting) -> Text:
    """One sentence is another; agencies also drop one or move some."""
    rng = Random(posting.twist)
    trade = TRADES[posting.trade]
    tasks, needs, offers = list(text.tasks), list(text.needs), list(text.offers)
    agency = posting.link == AGENCY_COPY
    needs[_whole(rng, 0, len(needs))] = _other_need(rng, trade, text.needs)
    if agency and offers and rng.random() < _DROPPED_SHARE:
        offers.pop()
    if agency and rng.random() < _REORDERED_SHARE:
        for lines in (tasks, needs):
            lines.append(lines.pop(_whole(rng, 0, len(lines))))
    return text._replace(tasks=tuple(tasks), needs=tuple(needs), offers=tuple(offers))


def _lead(posting: Posting, company: Company, *, short: bool) -> tuple[str, ...]:
    """The opening, by whoever writes: the same for all postings of one seed and company."""
    rng = Random(posting.seed ^ company.seed)
    agency = company.kind == AGENCY
    pool = phrases.AGENCY_LEADS if agency else phrases.EMPLOYER_LEADS
    title = _plain_title(posting)
    return tuple(
        sentence.format(
            company=company.name,
            title=title,
            years=_whole(rng, 2, 80),
            people=_whole(rng, 20, 900),
            percent=_whole(rng, 2, 16),
        )
        for sentence in rng.sample(pool, 2 if short else _whole(rng, 4, 6))
    )


def _closing(company: Company) -> tuple[str, ...]:
    """The same under each posting of a company; agencies have a line at most."""
    rng = Random(company.seed)
    agency = company.kind == AGENCY
    pool = phrases.AGENCY_CLOSINGS if agency else phrases.EMPLOYER_CLOSINGS
    count = _whole(rng, 0, 2 if agency else 3)
    return tuple(sentence.format(company=company.name) for sentence in rng.sample(pool, count))
