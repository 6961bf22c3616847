"""Comparisons of descriptions, each made once: kept from run to run while what is common in both texts stays common."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from directory_crawler.core.similarity.blocks import NAMES, TURNED, Overlaps, overlaps
from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.marks import marks_of
from directory_crawler.core.similarity.texts import Texts
from directory_crawler.postcrawl import binary_copy
from directory_crawler.postcrawl.descriptions import fetch, places_of
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from directory_crawler.core.similarity.join import Joined
    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.postcrawl.descriptions import Descriptions
    from directory_crawler.storage.database import Connection

_KEYS = ("print_a", "print_b", "common_a", "common_b")
_PAIR = np.dtype([*((name, "i8") for name in _KEYS), *((name, "i4") for name in NAMES)])
_NAMED = np.dtype([("print_a", "i8"), ("print_b", "i8")])


class TextsChangedError(LookupError):
    """Texts are no longer what was kept of them, though their digests are the same."""


@dataclass
class Comparisons:
    """Compares the pairs that a join found; ``ids`` are the postings, for the texts that have to be read again."""

    connection: Connection
    site: str
    descriptions: Descriptions
    ids: pa.Array
    made: int = 0

    def __call__(self, joined: Joined) -> Overlaps:
        wanted = self._wanted(joined)
        kept = binary_copy.read_table(self.connection, sql("jobs/clusters.pairs"), {"site": self.site}, _PAIR)
        found = _places(wanted, kept)
        good = found != UNKNOWN
        for name in ("common_a", "common_b"):
            good[good] = kept[name][found[good]] == wanted[name][good]
        for name in NAMES:
            wanted[name][good] = kept[name][found[good]]
        missing = np.flatnonzero(~good)
        turned = self._turned(joined)
        if len(missing):
            measures = self._compared(joined, missing)
            measures[turned[missing]] = measures[turned[missing]][:, TURNED]
            for number, name in enumerate(NAMES):
                wanted[name][missing] = measures[:, number]
        self._keep(kept, found[good], wanted[missing])
        self.made = len(missing)
        measures = np.stack([wanted[name] for name in NAMES], axis=1)
        measures[turned] = measures[turned][:, TURNED]
        return Overlaps(measures)

    def _turned(self, joined: Joined) -> NDArray[np.bool_]:
        prints = self.descriptions.prints.view(np.int64)
        turned: NDArray[np.bool_] = prints[joined.a] > prints[joined.b]
        return turned

    def _wanted(self, joined: Joined) -> Any:
        """The keys of the pairs, as they are kept."""
        turned = self._turned(joined)
        one, other = np.where(turned, joined.b, joined.a), np.where(turned, joined.a, joined.b)
        wanted = np.zeros(len(one), _PAIR)
        wanted["print_a"], wanted["print_b"] = (
            self.descriptions.prints.view(np.int64)[t] for t in (one, other)
        )
        wanted["common_a"], wanted["common_b"] = (joined.prints.view(np.int64)[t] for t in (one, other))
        return wanted

    def _compared(self, joined: Joined, pairs: Places) -> NDArray[np.int32]:
        asked = np.zeros(len(self.descriptions.prints), bool)
        asked[joined.a[pairs]] = asked[joined.b[pairs]] = True
        chosen = np.flatnonzero(asked)
        texts, where = self._words(chosen)
        place = np.full(len(asked), UNKNOWN)
        place[chosen] = where
        compared = overlaps(
            texts,
            marks_of(texts),
            joined.common,
            place[joined.a[pairs]],
            place[joined.b[pairs]],
            os.cpu_count() or 1,
        )
        return compared.measures

    def _words(self, chosen: Places) -> tuple[Texts, Places]:
        """The words of some texts, and where among them each stands: those read in this run, and others read again."""
        descriptions = self.descriptions
        at_hand = descriptions.fresh_of[chosen] != UNKNOWN
        fresh = Texts.some(descriptions.fresh, descriptions.fresh_of[chosen[at_hand]])
        where = np.empty(len(chosen), np.int64)
        where[at_hand] = np.arange(len(fresh))
        absent = chosen[~at_hand]
        if not len(absent):
            return fresh, where
        posting_of = np.full(len(descriptions.prints), UNKNOWN)
        told = np.flatnonzero(descriptions.of_posting != UNKNOWN)
        posting_of[descriptions.of_posting[told]] = told
        again = fetch(self.connection, self.site, self.ids.take(pa.array(posting_of[absent])))
        found = places_of(again.prints, descriptions.prints[absent])
        if (found == UNKNOWN).any():
            raise TextsChangedError(
                f"{(found == UNKNOWN).sum()} descriptions of {self.site!r} are not what their digests say:"
                " they were changed by hand, or by another version"
            )
        where[~at_hand] = len(fresh) + found
        return Texts.joined([fresh, again]), where

    def _keep(self, kept: Any, used: Places, made: Any) -> None:
        """Keep what was compared, and no more than is of use."""
        stale = np.ones(len(kept), bool)
        stale[used] = False
        if stale.any():
            self.connection.execute(sql("jobs/clusters.stale_pairs"))
            named = np.empty(int(stale.sum()), _NAMED)
            for name in _NAMED.names or ():
                named[name] = kept[name][stale]
            binary_copy.write_table(self.connection, sql("jobs/clusters.name_stale_pairs"), named)
            self.connection.execute(sql("jobs/clusters.drop_stale_pairs"), {"site": self.site})
        if len(made):
            self.connection.execute(sql("jobs/clusters.new_pairs"))
            binary_copy.write_table(self.connection, sql("jobs/clusters.copy_new_pairs"), made)
            self.connection.execute(sql("jobs/clusters.keep_new_pairs"), {"site": self.site})


def _places(wanted: Any, kept: Any) -> Places:
    """Where each of the wanted pairs is among those kept; `UNKNOWN` for those that are not."""
    if not len(kept) or not len(wanted):
        return np.full(len(wanted), UNKNOWN)
    order = np.argsort(_key(kept))
    found = order[np.minimum(np.searchsorted(_key(kept)[order], _key(wanted)), len(kept) - 1)]
    same = (kept["print_a"][found] == wanted["print_a"]) & (kept["print_b"][found] == wanted["print_b"])
    return np.where(same, found, UNKNOWN)


def _key(pairs: Any) -> Any:
    """One number for two prints, which are spread over all numbers as they are."""
    return pairs["print_a"].view(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + pairs["print_b"].view(np.uint64)
