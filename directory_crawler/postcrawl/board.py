"""The postings of a board as columns: read in PostgreSQL's own format, without a Python object for each value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from directory_crawler.core.identity.ages import age_ranks
from directory_crawler.core.similarity.faces import UNKNOWN, Postings
from directory_crawler.core.similarity.standing import AGENCY, EMPLOYER
from directory_crawler.core.similarity.texts import Texts, in_parallel
from directory_crawler.core.similarity.titles import title_key
from directory_crawler.postcrawl import arrow_columns, binary_copy
from directory_crawler.postcrawl.descriptions import Descriptions
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from directory_crawler.core.identity.columns import Mask, Numbered
    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.storage.database import Connection


@dataclass(frozen=True)
class Board:
    """The postings in play, as rows and as the columns that are clustered. ``moved`` is the vacancy of a posting that
    is not its own, as stored (empty for none); ``is_new`` marks those that were no vacancy before; ``posted`` and
    ``first_seen`` are seconds since 1970."""

    ids: pa.Array
    companies: Numbered
    stated: Places
    postings: Postings
    title_words: Sequence[tuple[str, ...]]
    descriptions: Descriptions
    closed: Mask
    posted: NDArray[np.float64]
    first_seen: NDArray[np.float64]
    moved: pa.Array
    is_lead: Mask
    is_loose: Mask
    is_new: Mask

    @classmethod
    def load(cls, connection: Connection, parameters: dict[str, object]) -> Board:
        with in_parallel(1) as pool:
            pool.submit(Texts.of, ["what is compiled is loaded"])  # while the server reads
            rows = binary_copy.read_all(connection, sql("jobs/clusters.postings"), parameters, len(_FIELDS))
        at = {name: number for number, name in enumerate(_FIELDS)}

        def texts(name: str) -> Numbered:
            return arrow_columns.texts(pa.chunked_array([rows.texts(at[name])]))

        def flags(name: str) -> Mask:
            return rows.numbers(at[name], "u1") > 0

        ids = rows.texts(at["posting_id"])
        first_seen = _seconds(rows.numbers(at["first_seen"], "i8"))
        descriptions = Descriptions.load(
            connection, str(parameters["site"]), ids, rows.hashes(at["text_digest"])
        )
        companies, titles, kinds = texts("company"), texts("title"), texts("company_kind")
        keys = pa.array([title_key(str(title)) for title in titles.values], pa.string()).dictionary_encode()
        key_of = np.append(keys.indices.to_numpy().astype(np.int64), UNKNOWN)
        stated_of = [
            {"employer": EMPLOYER, "agency": AGENCY}.get(str(kind), UNKNOWN) for kind in kinds.values
        ]
        stated = np.array([*stated_of, UNKNOWN])[kinds.codes]
        text = descriptions.of_posting
        postings = Postings(
            text=text,
            company=companies.codes,
            title=key_of[titles.codes],
            region=texts("region").codes,
            # An agency numbers its advertisements, not the vacancies of its clients.
            requisition=np.where(stated == AGENCY, UNKNOWN, texts("requisition").codes),
            reference=np.append(descriptions.references, UNKNOWN)[text],
            age=_ages(ids, first_seen),
        )
        words = [tuple(key.split()) for key in keys.dictionary.to_pylist()]
        return cls(
            ids=ids,
            companies=companies,
            stated=stated,
            postings=postings,
            title_words=[*words, ()],
            descriptions=descriptions,
            closed=flags("closed"),
            posted=_seconds(rows.numbers(at["posted"], "i8")),
            first_seen=first_seen,
            moved=rows.texts(at["moved"]),
            is_lead=flags("is_lead"),
            is_loose=flags("is_loose"),
            is_new=flags("is_new"),
        )

    def __len__(self) -> int:
        return len(self.ids)


_FIELDS = (
    "posting_id", "company", "company_kind", "title", "region", "requisition", "text_digest", "closed", "posted",
    "first_seen", "moved", "is_lead", "is_loose", "is_new",
)  # fmt: skip
_EPOCH = 946_684_800.0  # 2000, from which PostgreSQL counts microseconds


def _seconds(stamps: NDArray[np.int64]) -> NDArray[np.float64]:
    return stamps / 1e6 + _EPOCH


def _ages(ids: pa.Array, first_seen: NDArray[np.float64]) -> Places:
    """`age_ranks`, of ids that are plain numbers without a Python object for each."""
    if pc.all(pc.match_substring_regex(ids, "^[1-9][0-9]{0,17}$")).as_py():
        order = np.argsort(ids.cast(pa.int64()).to_numpy(), kind="stable")
        ranks = np.empty(len(order), np.int64)
        ranks[order] = np.arange(len(order))
        return ranks
    return age_ranks(ids.to_pylist(), first_seen.tolist())
