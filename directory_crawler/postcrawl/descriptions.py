"""The descriptions of a board as the search for copies needs them: what is kept of each, and what is read for the first
time. A text is scanned while the next ones are on their way."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.marks import Marks, marks_of
from directory_crawler.core.similarity.references import NO_REFERENCE, references_of
from directory_crawler.core.similarity.texts import Texts, scan
from directory_crawler.postcrawl import binary_copy
from directory_crawler.postcrawl.text_batches import Kept, joined, keep, some, stored
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from directory_crawler.core.similarity.texts import Places, Prints
    from directory_crawler.postcrawl.binary_copy import Rows
    from directory_crawler.storage.database import Connection


@dataclass(frozen=True)
class Descriptions:
    """The distinct texts of a board, and which each posting has (`UNKNOWN` for none).

    ``fresh`` are the words of those that were read just now, part by part; ``fresh_of`` is each text's place in them.
    """

    of_posting: Places
    prints: Prints
    references: Places
    sizes: NDArray[np.float64]
    marks: Marks
    fresh: Sequence[Texts] = field(repr=False)
    fresh_of: Places

    @classmethod
    def load(cls, connection: Connection, site: str, ids: pa.Array, keys: Prints) -> Descriptions:
        """Read what is kept, read and keep what is not; ``ids`` are those of the postings, ``keys`` those of their
        digests."""
        kept = stored(connection, site)
        known = np.concatenate([np.zeros(0, np.uint64), *(part.keys for part in kept.values())])
        at = places_of(known, keys)
        lacking = np.flatnonzero(at == UNKNOWN)
        once = lacking[_first_of_each(keys[lacking])[0]]
        fresh, words = _unread(connection, site, ids.take(pa.array(once)))
        in_use = np.zeros(len(known), bool)
        in_use[at[at != UNKNOWN]] = True
        keep(connection, site, kept, in_use, fresh)
        at[lacking] = len(known) + places_of(fresh.keys, keys[lacking])
        parts = [*kept.values(), fresh]
        used, of_posting = _numbered_in_order(at)
        first, text_of = _first_of_each(np.concatenate([part.prints for part in parts])[used])
        chosen, text = used[first], text_of[of_posting]
        fresh_of = chosen - len(known)
        fresh_of[fresh_of < 0] = UNKNOWN
        texts = some(parts, chosen)
        return cls(
            of_posting=np.where(texts.sizes[text] > 0, text, UNKNOWN) if len(text) else text,
            prints=texts.prints,
            references=_numbered(texts.references),
            sizes=texts.sizes,
            marks=Marks(texts.marks, np.zeros(0, np.uint32), np.append(0, np.cumsum(texts.counts))),
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


def _unread(connection: Connection, site: str, ids: pa.Array) -> tuple[Kept, list[Texts]]:
    """Scan the texts of some postings: what is to be kept of them, and their words."""
    parts: list[Kept] = []
    words: list[Texts] = []
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[tuple[Kept, Texts]] | None = None
        for rows in _read(connection, site, ids):
            started = pool.submit(_scanned, rows)
            if waiting is not None:  # one is scanned while the next is read, and no third one waits
                _take(waiting, parts, words)
            waiting = started
        if waiting is not None:
            _take(waiting, parts, words)
    return joined(parts), words


def _take(waiting: Future[tuple[Kept, Texts]], parts: list[Kept], words: list[Texts]) -> None:
    kept, texts = waiting.result()
    parts.append(kept)
    words.append(texts)


def _scanned(rows: Rows) -> tuple[Kept, Texts]:
    texts = scan(rows.buffer, rows.starts[:, 1], rows.ends[:, 1])
    marks = marks_of(texts)
    kept = Kept(
        rows.hashes(0),
        texts.prints,
        references_of(texts),
        texts.sizes,
        np.diff(marks.starts),
        marks.hashes,
    )
    return kept, texts


def places_of(keys: Any, asked: Any) -> Places:
    """Where each asked key is among the keys; `UNKNOWN` for those that are not."""
    if not len(keys):
        return np.full(len(asked), UNKNOWN)
    order = np.argsort(keys)
    at = order[np.minimum(np.searchsorted(keys[order], asked), len(keys) - 1)]
    return np.where(keys[at] == asked, at, UNKNOWN)


def _first_of_each(values: Prints) -> tuple[Places, Places]:
    """The place of the first of each value, in order, and the number of the value at each place."""
    order = np.argsort(values, kind="stable")
    new = np.append(True, values[order][1:] != values[order][:-1]) if len(order) else np.zeros(0, bool)
    firsts, number_of = _numbered_in_order(order[new])
    number = np.empty(len(values), np.int64)
    number[order] = number_of[np.cumsum(new) - 1]
    return firsts, number


def _numbered_in_order(places: Places) -> tuple[Places, Places]:
    """The distinct places, in order, and the number of each place among them."""
    taken = np.zeros(int(places.max(initial=-1)) + 1, bool)
    taken[places] = True
    return np.flatnonzero(taken), (np.cumsum(taken) - 1)[places]


def _numbered(references: Prints) -> Places:
    _, number = _first_of_each(references)
    return np.where(references == NO_REFERENCE, UNKNOWN, number)
