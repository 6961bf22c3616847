"""How well a rule finds the copies of a labelled corpus: this project's, parts of it, and the plain rule."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from directory_crawler.core.identity.columns import numbered
from directory_crawler.core.similarity.blocks import Overlaps, overlaps
from directory_crawler.core.similarity.faces import UNKNOWN, Postings
from directory_crawler.core.similarity.marks import Marks, marks_of
from directory_crawler.core.similarity.references import NO_REFERENCE, references_of
from directory_crawler.core.similarity.texts import Texts
from directory_crawler.core.similarity.titles import title_key
from directory_crawler.core.similarity.vacancies import Vacancies, vacancies

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from directory_crawler.core.similarity.join import Caps, Joined
    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.demo.vacancies.corpus import Labelled

_Label = TypeVar("_Label")

PLAIN_WORDS, PLAIN_FROM, PLAIN_SIMILARITY = 60, 180, 0.82
"""Of the plain rule: words dropped from the opening of texts longer than so many, and the least Jaccard similarity."""


@dataclass(frozen=True)
class Score:
    """Pairs found and right, as shares."""

    precision: float
    recall: float

    def __str__(self) -> str:
        return f"precision {self.precision:.4f}, recall {self.recall:.4f}"


@dataclass
class Columns:
    """A corpus as the columns that are clustered."""

    postings: Postings
    texts: Texts
    marks: Marks
    titles: list[tuple[str, ...]]
    joined: Joined | None = field(default=None)

    @classmethod
    def of(cls, corpus: Sequence[Labelled]) -> Columns:
        scanned = Texts.of([posting.text for posting in corpus])
        _, first, text = np.unique(scanned.prints, return_index=True, return_inverse=True)
        texts = scanned.chosen(first)
        references = references_of(texts)
        titles = numbered((title_key(posting.title) for posting in corpus), len(corpus))
        postings = Postings(
            text=np.where(texts.lengths[text] == 0, UNKNOWN, text),
            company=_codes(posting.company for posting in corpus),
            title=titles.codes,
            region=_codes(posting.region for posting in corpus),
            requisition=_codes(posting.requisition for posting in corpus),
            reference=np.where(
                references == NO_REFERENCE, UNKNOWN, np.unique(references, return_inverse=True)[1]
            )[text],
            age=np.argsort(np.argsort([posting.posting_id for posting in corpus])),
        )
        return cls(postings, texts, marks_of(texts), [*(tuple(str(t).split()) for t in titles.values), ()])

    def compare(self, joined: Joined) -> Overlaps:
        self.joined = joined
        return overlaps(self.texts, self.marks, joined.common, joined.a, joined.b)

    def vacancies(self, caps: Caps | None = None) -> Vacancies:
        return vacancies(self.postings, self.marks, self.texts.sizes, self.titles, self.compare, caps)


def score(found: Iterable[_Label], truth: Iterable[_Label]) -> Score:
    """Hold labels against the true ones, pair by pair."""
    pairs = list(zip(found, truth, strict=True))
    both = _pairs(Counter(pairs))
    return Score(
        both / max(_pairs(Counter(label for label, _ in pairs)), 1),
        both / max(_pairs(Counter(label for _, label in pairs)), 1),
    )


def evaluate(corpus: Sequence[Labelled], caps: Caps | None = None) -> Score:
    """Cluster a corpus and hold the clusters against its labels."""
    found = Columns.of(corpus).vacancies(caps)
    return score(found.cluster.tolist(), [posting.vacancy for posting in corpus])


def plain_recall(corpus: Sequence[Labelled]) -> float:
    """The share of the true pairs that the plain rule finds: word 5-shingles, openings dropped, Jaccard similarity."""
    texts = Texts.of([posting.text for posting in corpus])
    shingles = [_shingles(texts, text) for text in range(len(texts))]
    together: dict[int, list[int]] = defaultdict(list)
    for number, posting in enumerate(corpus):
        together[posting.vacancy].append(number)
    found, pairs = 0, 0
    for members in together.values():
        for one, other in combinations(members, 2):
            pairs += 1
            shared = len(shingles[one] & shingles[other])
            found += shared >= PLAIN_SIMILARITY * len(shingles[one] | shingles[other])
    return found / max(pairs, 1)


def _shingles(texts: Texts, text: int) -> set[tuple[int, ...]]:
    words = texts.words[texts.starts[text] : texts.starts[text + 1]].tolist()
    words = words[PLAIN_WORDS:] if len(words) > PLAIN_FROM else words
    return {tuple(words[at : at + 5]) for at in range(len(words) - 4)} or {tuple(words)}


def _codes(values: Iterable[str | None]) -> Places:
    held = list(values)
    return numbered(held, len(held)).codes


def _pairs(groups: Counter[_Label]) -> int:
    return sum(n * (n - 1) // 2 for n in groups.values())
