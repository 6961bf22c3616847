"""The companies of a board: employers and agencies, by index."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from directory_crawler.demo import word_tables as words
from directory_crawler.demo.board.places import REGION_CODES, REGION_WEIGHTS
from directory_crawler.demo.board.trades import TRADES

EMPLOYER, AGENCY = "employer", "agency"
_UNSTATED_SHARE = 0.1
_AGENCY_ENDINGS = ("Recruitment", "Staffing", "Personnel", "Careers", "Resourcing", "Search & Selection")


@dataclass(frozen=True, slots=True)
class Company:
    """A company.

    Attributes:
        id: as the board gives it.
        kind: EMPLOYER or AGENCY.
        stated_kind: `kind`, or None where the board does not say it.
        region: where most of its postings are.
        trades: indexes of the trades that most of its postings are of.
        seed: of its habits: its closing paragraph, and the markup of its descriptions.
    """

    id: str
    name: str
    kind: str
    stated_kind: str | None
    region: str
    trades: tuple[int, ...]
    seed: int


class Companies:
    """So many employers, and after them so many agencies; each is drawn when it is first asked for."""

    def __init__(self, seed: int, employers: int, agencies: int) -> None:
        self.employers = employers
        self.agencies = agencies
        self._seed = seed
        self._trade_weights = trade_weights()
        self.company = cache(self._company)

    def draw(self, rng: Random, kind: str) -> int:
        """The index of a company of that kind; low indexes are large companies, with many postings."""
        share = rng.random() ** 2
        if kind == EMPLOYER:
            return int(share * self.employers)
        return self.employers + int(share * self.agencies)

    def kind(self, index: int) -> str:
        """EMPLOYER or AGENCY."""
        return EMPLOYER if index < self.employers else AGENCY

    def _company(self, index: int) -> Company:
        rng = Random(self._seed * 1_000_003 + index)
        kind = self.kind(index)
        trades = tuple(rng.choices(range(len(TRADES)), self._trade_weights, k=2 if kind == EMPLOYER else 4))
        return Company(
            id=f"c{index + 1}",
            name=_name(rng, kind),
            kind=kind,
            stated_kind=None if rng.random() < _UNSTATED_SHARE else kind,
            region=rng.choices(REGION_CODES, REGION_WEIGHTS)[0],
            trades=trades,
            seed=rng.getrandbits(32),
        )


def trade_weights() -> list[float]:
    """How much of the market each trade has: one in eight postings is of the first."""
    return [1 / (rank + 3) for rank in range(len(TRADES))]


def _name(rng: Random, kind: str) -> str:
    surname = rng.choice(words.STEM_HEADS) + rng.choice(words.STEM_TAILS)
    if kind == AGENCY:
        return f"{surname} {rng.choice(_AGENCY_ENDINGS)}"
    first = rng.choice((surname, rng.choice(words.OTHER_SURNAMES), rng.choice(words.ADJECTIVES)))
    middle = rng.choice((rng.choice(words.NOUNS), rng.choice(words.NAME_ENDINGS)))
    return f"{first} {middle} {rng.choice(words.LEGAL_FORMS)}"
