"""The descriptions of a board as the search for copies needs them: what is kept of each, and what is read for the first
time. A text is scanned while the next ones are on their way."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.marks import RULE, Marks, marks_of
from directory_crawler.core.similarity.references import NO_REFERENCE, references_of
from directory_crawler.core.similarity.texts import Texts, scan
from directory_crawler.postcrawl import binary_copy
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from directory_crawler.core.similarity.texts import Places, Prints
    from directory_crawler.postcrawl.binary_copy import Rows
    from directory_crawler.storage.database import Connection


@dataclass(frozen=True)
class Kept:
    """What is kept of descriptions, by their digests, each once."""

    digests: pa.Array
    prints: Prints
    references: Prints
    sizes: NDArray[np.float64]
    marks: NDArray[np.uint32]
    starts: Places


@dataclass(frozen=True)
class Descriptions:
    """The distinct texts of a board, and which each posting has (`UNKNOWN` for none).

    ``fresh`` are the words of those that were read just now, and ``fresh_of`` the place of each text among them.
    """

    of_posting: Places
    prints: Prints
    references: Places
    sizes: NDArray[np.float64]
    marks: Marks
    fresh: Texts = field(repr=False)
    fresh_of: Places

    @classmethod
    def load(cls, connection: Connection, site: str, ids: pa.Array, digests: pa.Array) -> Descriptions:
        """Read what is kept, read and keep what is not, and drop what no posting has any more; ``ids`` and ``digests``
        are those of the postings."""
        ruled = {"site": site, "rule": RULE}
        connection.execute(sql("jobs/clusters.drop_stale_marks"), ruled)
        kept = _in_use(connection, site, _stored(connection, ruled), digests)
        unread = pc.invert(pc.is_in(digests, value_set=kept.digests.cast(digests.type)))
        fresh, words = _unread(connection, site, ids.filter(unread), digests.filter(unread))
        _keep(connection, site, fresh)
        both = [kept, fresh]
        known = pa.chunked_array([part.digests for part in both]).combine_chunks().cast(digests.type)
        at = pc.index_in(digests, value_set=known)
        of_posting = pc.fill_null(at, UNKNOWN).to_numpy(zero_copy_only=False).astype(np.int64)
        prints = np.concatenate([part.prints for part in both])
        references = np.concatenate([part.references for part in both])
        sizes = np.concatenate([part.sizes for part in both])
        first, text_of = _distinct(prints)
        text = np.where(of_posting == UNKNOWN, UNKNOWN, text_of[of_posting])
        text[text >= 0] = np.where(sizes[first[text[text >= 0]]] > 0, text[text >= 0], UNKNOWN)
        fresh_of = np.full(len(first), UNKNOWN)
        fresh_of[text_of[len(kept.prints) :]] = np.arange(len(words))
        return cls(
            of_posting=text,
            prints=prints[first],
            references=_numbered(references[first]),
            sizes=sizes[first],
            marks=_chosen(both, first),
            fresh=words,
            fresh_of=fresh_of,
        )


def fetch(connection: Connection, site: str, ids: pa.Array) -> Texts:
    """The words of the descriptions of some postings, in no order."""
    return Texts.joined(
        [scan(rows.buffer, rows.starts[:, 1], rows.ends[:, 1]) for rows in _read(connection, site, ids)]
    )


def _read(connection: Connection, site: str, ids: pa.Array) -> Iterator[Rows]:
    """Digest and description of some postings, in no order."""
    connection.execute(sql("jobs/clusters.wanted"))
    binary_copy.write_rows(connection, sql("jobs/clusters.want"), [binary_copy.strings(ids)])
    connection.execute(sql("jobs/clusters.analyze_wanted"))
    return binary_copy.read(connection, sql("jobs/clusters.descriptions"), {"site": site}, 2)


def _stored(connection: Connection, parameters: dict[str, Any]) -> Kept:
    parts = [
        _kept_rows(rows) for rows in binary_copy.read(connection, sql("jobs/clusters.marks"), parameters, 5)
    ]
    return _joined(parts)


def _kept_rows(rows: Rows) -> Kept:
    marks, starts = rows.words(4)
    return Kept(
        rows.texts(0),
        rows.numbers(1, "i8").view(np.uint64),
        rows.numbers(2, "i8").view(np.uint64),
        rows.numbers(3, "f8"),
        marks,
        starts,
    )


def _unread(connection: Connection, site: str, ids: pa.Array, digests: pa.Array) -> tuple[Kept, Texts]:
    """Scan texts of which nothing is kept, each digest once: what is to be kept of them, and their words."""
    each, _ = _distinct(digests.dictionary_encode().indices.to_numpy().astype(np.uint64))
    parts: list[Kept] = []
    words: list[Texts] = []
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[tuple[Kept, Texts]] | None = None
        for rows in _read(connection, site, ids.take(pa.array(each))):
            started = pool.submit(_scanned, rows)
            if waiting is not None:  # one is scanned while the next is read, and no third one waits
                _take(waiting, parts, words)
            waiting = started
        if waiting is not None:
            _take(waiting, parts, words)
    return _joined(parts), Texts.joined(words)


def _take(waiting: Future[tuple[Kept, Texts]], parts: list[Kept], words: list[Texts]) -> None:
    kept, texts = waiting.result()
    parts.append(kept)
    words.append(texts)


def _scanned(rows: Rows) -> tuple[Kept, Texts]:
    texts = scan(rows.buffer, rows.starts[:, 1], rows.ends[:, 1])
    marks = marks_of(texts)
    return (
        Kept(rows.texts(0), texts.prints, references_of(texts), texts.sizes, marks.hashes, marks.starts),
        texts,
    )


def _keep(connection: Connection, site: str, fresh: Kept) -> None:
    rows = len(fresh.prints)
    columns = [
        binary_copy.repeated(site, rows),
        binary_copy.strings(fresh.digests),
        binary_copy.fixed(np.full(rows, RULE, np.int16)),
        binary_copy.fixed(fresh.prints.view(np.int64)),
        binary_copy.fixed(fresh.references.view(np.int64)),
        binary_copy.fixed(fresh.sizes),
        (fresh.marks.astype("<u4").view(np.uint8), fresh.starts * 4),
    ]
    binary_copy.write_rows(connection, sql("jobs/clusters.keep_marks"), columns)


def _in_use(connection: Connection, site: str, kept: Kept, digests: pa.Array) -> Kept:
    """What is kept of descriptions that a posting has; the rest is dropped."""
    had = kept.digests.cast(digests.type)
    used = pc.is_in(had, value_set=digests).to_numpy(zero_copy_only=False)
    if used.all():
        return kept
    gone = had.filter(pa.array(~used)).to_pylist()
    connection.execute(sql("jobs/clusters.drop_marks"), {"site": site, "digests": gone})
    return _some(kept, np.flatnonzero(used))


def _some(kept: Kept, places: Places) -> Kept:
    marks = _chosen([kept], places)
    return Kept(
        kept.digests.take(pa.array(places)),
        kept.prints[places],
        kept.references[places],
        kept.sizes[places],
        marks.hashes,
        marks.starts,
    )


def _joined(parts: list[Kept]) -> Kept:
    starts = [np.zeros(1, np.int64)]
    for part in parts:
        starts.append(part.starts[1:] + starts[-1][-1])
    return Kept(
        pa.chunked_array([part.digests for part in parts], pa.large_string()).combine_chunks(),
        np.concatenate([part.prints for part in parts] or [np.zeros(0, np.uint64)]),
        np.concatenate([part.references for part in parts] or [np.zeros(0, np.uint64)]),
        np.concatenate([part.sizes for part in parts] or [np.zeros(0)]),
        np.concatenate([part.marks for part in parts] or [np.zeros(0, np.uint32)]),
        np.concatenate(starts),
    )


def _distinct(values: Prints) -> tuple[Places, Places]:
    """The place of the first of each value, and the number of the value at each place."""
    order = np.argsort(values, kind="stable")
    new = np.append(True, values[order][1:] != values[order][:-1]) if len(order) else np.zeros(0, bool)
    number = np.empty(len(values), np.int64)
    number[order] = np.cumsum(new) - 1
    return order[new], number


def _numbered(references: Prints) -> Places:
    _, number = _distinct(references)
    return np.where(references == NO_REFERENCE, UNKNOWN, number)


def _chosen(parts: list[Kept], chosen: Places) -> Marks:
    """The marks of some of the descriptions of all parts."""
    marks = np.concatenate([part.marks for part in parts])
    ends = np.cumsum(np.concatenate([np.diff(part.starts) for part in parts]))
    texts = Texts(marks, np.append(0, ends), np.zeros(len(ends), np.uint64)).chosen(chosen)
    return Marks(texts.words, np.zeros(0, np.uint32), texts.starts)
