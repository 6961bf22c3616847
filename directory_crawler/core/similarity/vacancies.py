"""One vacancy, one cluster: which postings are copies of each other, and by what.

From columns to clusters: faces, the join over marks, the comparison of the pairs that it found, links, clusters. The
result depends on the postings alone, not on their order, nor on what was computed before: whoever keeps marks and
comparisons from one day to the next gets what a computation from scratch gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from directory_crawler.core.similarity.clusters import clusters_of
from directory_crawler.core.similarity.faces import Faces
from directory_crawler.core.similarity.join import join
from directory_crawler.core.similarity.linking import REPOSTED, link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from directory_crawler.core.similarity.blocks import Overlaps
    from directory_crawler.core.similarity.faces import Postings
    from directory_crawler.core.similarity.join import Caps, Joined
    from directory_crawler.core.similarity.linking import TitleWords
    from directory_crawler.core.similarity.marks import Marks
    from directory_crawler.core.similarity.texts import Places


class Compare(Protocol):
    """Compares the pairs of texts that a join found."""

    def __call__(self, joined: Joined) -> Overlaps: ...


@dataclass(frozen=True)
class Vacancies:
    """``cluster`` is the oldest posting of each posting's vacancy. Links hold within clusters: the postings ``a`` and
    ``b`` with kind and similarity, enough of them to connect every cluster."""

    cluster: Places
    a: Places
    b: Places
    kind: NDArray[np.int8]
    similarity: NDArray[np.float64]


def vacancies(
    postings: Postings,
    marks: Marks,
    sizes: NDArray[np.float64],
    titles: Sequence[TitleWords],
    compare: Compare,
    caps: Caps | None = None,
    workers: int = 1,
) -> Vacancies:
    """Cluster postings. ``marks`` and ``sizes`` (in words) are those of the distinct texts; ``titles`` are the words of
    the titles that ``postings.title`` numbers."""
    faces = Faces.of(postings, len(marks))
    joined = join(marks, faces.sources(), caps, workers).resembling()
    links = link(faces, joined.a, joined.b, compare(joined), titles, sizes)
    cluster = clusters_of(faces, links)
    together = cluster[links.a] == cluster[links.b]
    again = np.flatnonzero(faces.oldest[faces.of_posting] != np.arange(len(postings)))
    return Vacancies(
        faces.oldest[cluster][faces.of_posting],
        np.concatenate([faces.oldest[links.a[together]], faces.oldest[faces.of_posting[again]]]),
        np.concatenate([faces.oldest[links.b[together]], again]),
        np.concatenate([links.kind[together], np.full(len(again), REPOSTED, np.int8)]),
        np.concatenate([links.similarity[together], np.ones(len(again))]),
    )
