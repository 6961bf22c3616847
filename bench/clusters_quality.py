"""How well copies of one vacancy are found on the labelled corpus, and what each part of the rule buys.

    python -m bench.clusters_quality [--vacancies 1500] [--seeds 201 202 203]

Every line is the mean over the seeds, on which nothing was set (that was done on 1 to 6): pair precision and recall of
the clusters with one part of the rule taken away, then the plain rule's recall, and of all pairs that are alike, found
by comparing everything with everything, the share that the join finds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from directory_crawler.core.similarity import agencies, blocks, clusters, join, linking, reposts
from directory_crawler.demo.vacancies.corpus import Labelled, corpus
from directory_crawler.demo.vacancies.evaluation import PLAIN_SIMILARITY, Columns, Score, plain_recall, score

NO_CAP = join.Caps(1 << 20, 1 << 20)


@contextmanager
def changed(module: Any, **values: Any) -> Iterator[None]:
    """Set names of a module for a while."""
    before = {name: getattr(module, name) for name in values}
    for name, value in values.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


def whole(made: Sequence[Labelled], caps: join.Caps | None = None) -> Score:
    found = Columns.of(made).vacancies(caps)
    return score(found.cluster.tolist(), [posting.vacancy for posting in made])


def with_values(module: Any, **values: Any) -> Callable[[Sequence[Labelled]], Score]:
    def run(made: Sequence[Labelled]) -> Score:
        with changed(module, **values):
            return whole(made)

    return run


def jaccard(overlaps: blocks.Overlaps) -> Any:
    """Shared words of all words, wherever they stand."""
    shared = overlaps.column("shared")
    one = overlaps.column("matched") + overlaps.rest("a")
    other = overlaps.column("matched") + overlaps.rest("b")
    return shared / np.maximum(one + other - shared, 1.0)


def without(**fields: Any) -> Callable[[Sequence[Labelled]], Score]:
    return lambda made: whole([replace(posting, **fields) for posting in made])


def whole_weights(*_: Any) -> Any:
    texts = _[0]
    return np.full(len(texts.words), blocks.WORD, np.int8) >> (texts.words & np.uint32(1)).astype(np.int8)


ABLATIONS: dict[str, Callable[[Sequence[Labelled]], Score]] = {
    "the whole rule": whole,
    "openings and feet count fully": with_values(agencies, OUTSIDE=1.0),
    "openings and feet count nothing": with_values(agencies, OUTSIDE=0.0),
    "shared words of all words instead": with_values(linking, copy_similarity=jaccard),
    "everything weighs the same": with_values(blocks, _weigh=whole_weights),
    "titles say nothing": without(title="x"),
    "regions say nothing": without(region=None),
    "requisitions say nothing": without(requisition=None),
    "reposts need no more than copies": with_values(linking, REPOST=agencies.COPY, STILL_ONE=agencies.COPY),
    "no guard against chains": with_values(clusters, LEAST_LINKED=0.0),
    "no least size of what is shared": with_values(agencies, LEAST_WORDS=0, LEAST_SHARE=0.0),
    "no caps": lambda made: whole(made, NO_CAP),
}


def found_of_all(made: Sequence[Labelled]) -> tuple[float, float]:
    """Of the pairs of texts that the rule, and that plain similarity, would call alike, those that the join finds."""
    columns = Columns.of(made)
    columns.vacancies()
    assert columns.joined is not None
    texts = len(columns.texts)
    a, b = np.triu_indices(texts, 1)
    sources_found = set(zip(columns.joined.a.tolist(), columns.joined.b.tolist(), strict=True))
    measured = blocks.overlaps(columns.texts, columns.marks, columns.joined.common, a, b, workers=2)
    copies, again = agencies.copy_similarity(measured), reposts.repost_similarity(measured)
    owner = np.full(texts, -1)
    owner[columns.postings.text[columns.postings.text >= 0]] = columns.postings.company[
        columns.postings.text >= 0
    ]
    alike = ((copies >= agencies.COPY) & (owner[a] != owner[b])) | (again >= reposts.REPOST) & (
        owner[a] != owner[b]
    )
    pairs = list(zip(a[alike].tolist(), b[alike].tolist(), strict=True))
    starts = columns.texts.starts
    shingles = [
        set(
            zip(
                *(columns.texts.words[starts[t] + at : starts[t + 1]].tolist() for at in range(5)),
                strict=False,
            )
        )
        for t in range(texts)
    ]
    plain = [
        (one, other)
        for one, other in combinations(range(texts), 2)
        if owner[one] != owner[other]
        and len(shingles[one] & shingles[other])
        >= PLAIN_SIMILARITY * max(len(shingles[one] | shingles[other]), 1)
    ]
    return _share(pairs, sources_found), _share(plain, sources_found)


def _share(pairs: list[tuple[int, int]], found: set[tuple[int, int]]) -> float:
    return sum(pair in found for pair in pairs) / max(len(pairs), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vacancies", type=int, default=1500)
    parser.add_argument("--seeds", type=int, nargs="+", default=[201, 202, 203])
    parser.add_argument(
        "--all-pairs", type=int, default=300, help="vacancies of the comparison of everything with everything"
    )
    options = parser.parse_args()
    made = [corpus(options.vacancies, seed) for seed in options.seeds]
    print(f"{sum(map(len, made))} postings in {len(made)} corpora")
    for name, run in ABLATIONS.items():
        scores = [run(postings) for postings in made]
        precision, recall = (
            float(np.mean([getattr(s, what) for s in scores])) for what in ("precision", "recall")
        )
        print(f"{name:>40}  precision {precision:.4f}  recall {recall:.4f}", flush=True)
    print(f"{'the plain rule':>40}  recall {np.mean([plain_recall(postings) for postings in made]):.4f}")
    for seed in options.seeds[:1]:
        by_rule, by_plain = found_of_all(corpus(options.all_pairs, seed))
        print(
            f"of all alike pairs the join finds {by_rule:.4f} by the rule, {by_plain:.4f} by plain similarity"
        )


if __name__ == "__main__":
    main()
