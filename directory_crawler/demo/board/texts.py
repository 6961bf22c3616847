"""The words of a posting: title, terms and description, made from its seeds each time they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from directory_crawler.demo.board import phrases
from directory_crawler.demo.board.companies import AGENCY
from directory_crawler.demo.board.postings import AGENCY_COPY
from directory_crawler.demo.board.trades import TRADES

if TYPE_CHECKING:
    from directory_crawler.demo.board.companies import Company
    from directory_crawler.demo.board.postings import Posting
    from directory_crawler.demo.board.trades import Trade

_LEVELS = ("", "", "", "Senior", "Junior", "Lead", "Trainee")
_SHORT_SHARE = 0.15  # of the descriptions: too short for a lead that could be told from the rest
_HALF = 0.5
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
        title = _AGENCY_TITLES[posting.twist % len(_AGENCY_TITLES)].format(title=title)
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
        years=rng.randrange(6),
        hours=rng.choice((20.0, 30.0, 37.5, 37.5, 40.0)),
        openings=rng.choice((1, 1, 1, 2, 5)),
        skills=tuple(rng.sample(trade.skills, 3)),
        benefits=tuple(rng.sample(phrases.BENEFITS, rng.randrange(4))),
    )


def text_of(posting: Posting, company: Company) -> Text:
    """The description as it stands after its edits."""
    text = _first_text(posting)
    if posting.twist:
        text = _reworded(text, posting)
    for number in range(posting.edits.count("description")):
        rng = Random(posting.seed ^ _EDITS + number)
        needs = list(text.needs)
        needs[rng.randrange(len(needs))] = _other_need(rng, TRADES[posting.trade], text.needs)
        text = text._replace(needs=tuple(needs))
    return text._replace(lead=_lead(posting, company, short=not text.offers), closing=_closing(company))


def text_class(posting: Posting) -> str:
    """Equal for two postings exactly when `text_of` gives the same words."""
    edits = posting.edits.count("description")
    return f"{posting.kin:x}-{posting.seed:x}-{posting.twist:x}-{posting.company}-{edits}"


def _plain_title(posting: Posting) -> str:
    rng = Random(posting.kin)
    return f"{_level(rng)} {rng.choice(TRADES[posting.trade].titles)}".strip()


def _level(rng: Random) -> str:
    return rng.choice(_LEVELS)


def _pay(rng: Random, trade: Trade, raises: int) -> tuple[str | None, float | None, float | None]:
    share = rng.random()
    if share < 0.2 and not raises:
        return None, None, None
    if share < 0.3 and not raises:
        return "Competitive", None, None
    if trade.shifts:
        hourly = 11.5 + rng.randrange(30) * 0.25 + raises * 0.5
        return f"£{hourly:.2f} - £{hourly + 1.5:.2f} per hour", hourly, hourly + 1.5
    low = 24_000.0 + rng.randrange(80) * 500 + raises * 1_000
    high = low + rng.choice((0, 2_000, 5_000, 10_000))
    if high == low:
        return f"£{low:,.0f} a year", low, low
    return f"£{low:,.0f} – £{high:,.0f} a year", low, high


def _first_text(posting: Posting) -> Text:
    """The three lists as the vacancy's first posting has them; no offers where the text is short."""
    trade = TRADES[posting.trade]
    counts = Random(posting.kin ^ _COUNTS)
    own = Random(posting.seed ^ _SENTENCES)
    kin = own if posting.kin == posting.seed else Random(posting.kin ^ _SENTENCES)

    def source() -> Random:
        return kin if counts.random() < _HALF else own

    short = counts.random() < _SHORT_SHARE
    # Keys of a dict: no sentence stands twice.
    tasks = dict.fromkeys(_task(source(), trade) for _ in range(3 if short else counts.randrange(5, 9)))
    needs = dict.fromkeys(_need(source(), trade) for _ in range(4 if short else counts.randrange(5, 9)))
    offers = dict.fromkeys(_offer(source()) for _ in range(0 if short else counts.randrange(4, 8)))
    return Text((), tuple(tasks), tuple(needs), tuple(offers), ())


def _task(rng: Random, trade: Trade) -> str:
    return f"{rng.choice(trade.tasks)} {rng.choice(phrases.MANNERS)}"


def _need(rng: Random, trade: Trade) -> str:
    if rng.random() < 0.25:
        return rng.choice(phrases.GENERAL_NEEDS).format(years=rng.randrange(2, 9))
    skill, other = rng.sample(trade.skills, 2)
    return rng.choice(phrases.NEEDS).format(
        skill=skill, other=other, years=rng.randrange(2, 9), setting=rng.choice(phrases.SETTINGS)
    )


def _other_need(rng: Random, trade: Trade, known: tuple[str, ...]) -> str:
    """A need that does not stand there yet, so that an edit is one."""
    need = _need(rng, trade)
    while need in known:
        need = _need(rng, trade)
    return need


def _offer(rng: Random) -> str:
    return rng.choice(phrases.OFFERS).format(
        days=rng.randrange(24, 34),
        months=rng.randrange(2, 13),
        percent=rng.randrange(3, 16),
        pounds=rng.randrange(3, 20) * 100,
        hour=rng.choice(("nine", "ten")),
    )


def _reworded(text: Text, posting: Posting) -> Text:
    """A repost changes a sentence; an agency shuffles the lists, and drops or changes a sentence or two."""
    rng = Random(posting.twist)
    trade = TRADES[posting.trade]
    tasks, needs, offers = list(text.tasks), list(text.needs), list(text.offers)
    needs[rng.randrange(len(needs))] = _other_need(rng, trade, text.needs)
    if posting.link == AGENCY_COPY:
        for lines in (tasks, needs, offers):
            rng.shuffle(lines)
        if offers and rng.random() < _HALF:
            offers.pop()
        if rng.random() < _HALF:
            tasks[-1] = _task(rng, trade)
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
            years=rng.randrange(2, 80),
            people=rng.randrange(20, 900),
            percent=rng.randrange(2, 16),
        )
        for sentence in rng.sample(pool, 2 if short else rng.randrange(4, 7))
    )


def _closing(company: Company) -> tuple[str, ...]:
    rng = Random(company.seed)
    pool = phrases.AGENCY_CLOSINGS if company.kind == AGENCY else phrases.EMPLOYER_CLOSINGS
    return tuple(sentence.format(company=company.name) for sentence in rng.sample(pool, rng.randrange(2, 5)))
