"""Postings that nobody could tell apart, taken as one: the same text, company, title, place and reference number.

A vacancy that is put up every fortnight in the same words is one face with many postings, so that g identical postings
cost g steps and not g².
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.compiled import compiled
from directory_crawler.core.similarity.join import Sources

if TYPE_CHECKING:
    from directory_crawler.core.similarity.texts import Places

UNKNOWN = -1
"""The number of what a posting does not say."""

COMPANIES_OF_A_TEXT = 24
"""Companies that may have one and the same text; one that more have is a form of words."""


@dataclass(frozen=True)
class Postings:
    """What n postings say, as numbers; `UNKNOWN` where they say nothing. ``text`` is a place among the distinct texts,
    ``requisition`` what the record calls the vacancy and ``reference`` what its text does; ``age`` ranks the postings,
    0 the oldest."""

    text: Places
    company: Places
    title: Places
    region: Places
    requisition: Places
    reference: Places
    age: Places

    def __len__(self) -> int:
        return len(self.text)


@dataclass(frozen=True)
class Faces:
    """Distinct faces, ordered by their texts: those of text t are ``starts[t]`` to ``starts[t + 1]``. ``of_posting`` is
    the face of each posting, ``oldest`` the oldest posting of each face."""

    of_posting: Places
    oldest: Places
    text: Places
    company: Places
    title: Places
    region: Places
    requisition: Places
    reference: Places
    age: Places
    starts: Places

    def __len__(self) -> int:
        return len(self.oldest)

    @classmethod
    def of(cls, postings: Postings, texts: int) -> Faces:
        """Gather postings. One without a text is a face of its own: nothing says that it is the same as another."""
        alone = np.where(postings.text == UNKNOWN, np.arange(len(postings)), UNKNOWN)
        columns = (
            postings.text, alone, postings.company, postings.title, postings.region, postings.requisition,
        )  # fmt: skip
        order = np.lexsort((postings.age, *reversed(columns)))
        first = np.zeros(len(order), bool)
        first[:1] = True
        for column in columns:
            first[1:] |= column[order][1:] != column[order][:-1]
        of_posting = np.empty(len(order), np.int64)
        of_posting[order] = np.cumsum(first) - 1
        oldest = order[first]
        text = postings.text[oldest]
        return cls(
            of_posting,
            oldest,
            text,
            postings.company[oldest],
            postings.title[oldest],
            postings.region[oldest],
            postings.requisition[oldest],
            postings.reference[oldest],
            postings.age[oldest],
            np.searchsorted(text, np.arange(texts + 1)),
        )

    def sources(self) -> Sources:
        """What is known of each text, for the join."""
        texts = len(self.starts) - 1
        owners = _the_one(self.company, self.starts)
        regions, titles = _the_one(self.region, self.starts), _the_one(self.title, self.starts)
        # Texts of one owner with several titles or places are paired with any of its others.
        several = (self.starts[1:] - self.starts[:-1]) > 1
        keys = np.where(several, UNKNOWN, (titles + 1) * (self.region.max(initial=0) + 2) + regions + 1)
        owners = np.where(several & ((titles == UNKNOWN) | (regions == UNKNOWN)), UNKNOWN, owners)
        return Sources(owners, keys[:texts], titles)

    def pairs(self, a: Places, b: Places) -> tuple[Places, Places, Places]:
        """The pairs of faces that pairs of texts allow, and the pair of texts of each: of one company those with one
        title and one place, of two companies those that are not said to be in two places."""
        facts = (self.company, self.title, self.region)
        count = _expand(a, b, self.starts, *facts, None)
        found = np.empty((3, count), np.int64)
        _expand(a, b, self.starts, *facts, found)
        return found[0], found[1], found[2]

    def shared_texts(self) -> Places:
        """The texts that several companies have, but not so many that it is a form of words."""
        companies = _companies(self.company, self.starts)
        return np.flatnonzero((companies > 1) & (companies <= COMPANIES_OF_A_TEXT))


@compiled
def _the_one(column: Places, starts: Places) -> Places:
    """The value that all faces of a text have, or -1."""
    found = np.empty(len(starts) - 1, np.int64)
    for text in range(len(found)):
        found[text] = column[starts[text]] if starts[text] < starts[text + 1] else -1
        for face in range(starts[text], starts[text + 1]):
            if column[face] != found[text]:
                found[text] = -1
    return found


@compiled
def _companies(company: Places, starts: Places) -> Places:
    """How many companies each text has; faces of unknown companies count each."""
    found = np.zeros(len(starts) - 1, np.int64)
    for text in range(len(found)):
        for face in range(starts[text], starts[text + 1]):
            # The faces of a text are in the order of their companies.
            if company[face] < 0 or face == starts[text] or company[face] != company[face - 1]:
                found[text] += 1
    return found


@compiled
def _may_be_one(company: Places, title: Places, region: Places, one: int, other: int) -> bool:
    if company[one] >= 0 and company[one] == company[other]:
        return bool(title[one] == title[other] and region[one] == region[other])
    return bool(region[one] < 0 or region[other] < 0 or region[one] == region[other])


@compiled
def _expand(
    a: Places, b: Places, starts: Places, company: Places, title: Places, region: Places, found: Places | None
) -> int:
    count = 0
    for pair in range(len(a)):
        for one in range(starts[a[pair]], starts[a[pair] + 1]):
            first = one + 1 if a[pair] == b[pair] else starts[b[pair]]
            for other in range(first, starts[b[pair] + 1]):
                if _may_be_one(company, title, region, one, other):
                    if found is not None:
                        found[0, count] = one
                        found[1, count] = other
                        found[2, count] = pair
                    count += 1
    return count
