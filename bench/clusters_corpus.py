"""A large board for `bench/clusters.py`: postings of about 300 words, one in nine a copy, one in twenty with a
paragraph that all of those share. The same for the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

WORDS = 300
VOCABULARY = 30_000
PARAGRAPH = 80
COPIES = 46_700 / 412_000
BOILERPLATE = 0.05


@dataclass(frozen=True)
class Row:
    """A posting; those of one ``vacancy`` are copies."""

    number: int
    vacancy: int
    company: str
    title: str
    region: str
    text: str


class Corpus:
    """Postings by number, whichever are asked for. A tenth of each thousand copies others of that thousand."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        letters = Random(seed)
        words = {
            "".join(letters.choices("abcdefghijklmnoprstuvw", k=letters.randrange(3, 11)))
            for _ in range(2 * VOCABULARY)
        }
        self.vocabulary = np.array(sorted(words)[:VOCABULARY], object)
        weights = 1 / (np.arange(VOCABULARY) + 30)
        self.order = self.rng.permutation(VOCABULARY)
        self.totals = np.cumsum(weights / weights.sum())
        self.paragraph = " ".join(self.words(PARAGRAPH))

    def words(self, count: int) -> list[str]:
        drawn = np.minimum(np.searchsorted(self.totals, self.rng.random(count)), VOCABULARY - 1)
        return list(self.vocabulary[self.order[drawn]])

    def rows(self, count: int, first: int = 0) -> Iterator[Row]:
        """So many postings, numbered from ``first``."""
        rng = self.rng
        latest: list[tuple[int, str, str, list[str]]] = []
        for number in range(first, first + count):
            if latest and rng.random() < COPIES:
                vacancy, title, region, core = latest[int(rng.integers(len(latest)))]
                core = self._touched(core)
                company = f"a{int(rng.integers(1_000))}"
            else:
                vacancy, title, region = (
                    number,
                    f"Title {int(rng.integers(3_000))}",
                    f"r{int(rng.integers(60))}",
                )
                core = self.words(int(rng.integers(150, 330)))
                company = f"c{int(rng.integers(40_000))}"
                latest.append((vacancy, title, region, core))
                del latest[:-1_000]
            text = " ".join([*self.words(60), *core])
            if rng.random() < BOILERPLATE:
                text += " " + self.paragraph
            yield Row(number, vacancy, company, title, region, text)

    def _touched(self, core: list[str]) -> list[str]:
        """A core as a copy has it: some words are others, two parts have changed places."""
        words = list(core)
        for place in self.rng.integers(0, len(words), int(self.rng.integers(0, 6))):
            words[place] = self.words(1)[0]
        if self.rng.random() < 0.3:
            cut = int(self.rng.integers(20, len(words) - 20))
            words = words[cut:] + words[:cut]
        return words
