"""The archive: pages as they came, compressed, from which a mended parser can read the records of a run anew.

A frame is a line of JSON, with what is needed beside the body to read it again, then the body. Nothing that was sent is
kept, no cookies, and no token in an address. What the pages of a surface have in common is kept once: each worker makes
a dictionary of the first that it reads.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlencode, urlsplit

import zstandard

from directory_crawler.items import Dictionary, KeptPage
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import Line
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from psycopg import AsyncConnection

    from directory_crawler.leases import Frame

LEVEL = 3
"""Of Zstandard: measured on cards, higher ones take three times as long for a tenth less."""
SAMPLES = 64
"""Most pages of which a dictionary is made: large ones fill it sooner."""
DICTIONARY_BYTES = 112_640
RECORD_SURFACES = ("card", "contacts", "contacts again", "posting")
_HIDDEN = "hidden"
_LONG = 6
"""Characters from which a token is no part of other words by chance."""


@dataclass
class _Press:
    """What compresses the pages of one surface; the first ones are samples."""

    compressor: zstandard.ZstdCompressor
    dictionary: Dictionary | None = None
    samples: list[bytes] | None = field(default_factory=list, repr=False)


class Archive:
    """Compresses the pages that a worker reads. A frame larger than ``largest`` bytes is not kept."""

    def __init__(self, largest: int) -> None:
        self.largest = largest
        self._presses: dict[str, _Press] = {}

    def keep(
        self,
        surface: str,
        unit: str,
        page: Page,
        *,
        position: int = 0,
        line: Line | None = None,
        tokens: Collection[str] = (),
        room: int | None = None,
    ) -> KeptPage | None:
        """Return a page as it is archived, or ``None`` where it takes more than there is ``room``.

        ``line`` is the listing line that is read together with the page; ``tokens`` are secrets of its address.
        """
        head: dict[str, Any] = {"url": without_secrets(page.url, tokens), "status": page.status}
        if (content_type := page.headers.get("content-type")) is not None:
            head["type"] = content_type
        if page.size > len(page.body):
            head["size"] = page.size
        if line is not None:
            head |= {"line": dict(line.fields), "digest": line.digest}
        plain = json.dumps(head, separators=(",", ":"), default=str).encode() + b"\n" + page.body
        press = self._presses.setdefault(surface, _Press(zstandard.ZstdCompressor(LEVEL)))
        frame = press.compressor.compress(plain)
        dictionary = press.dictionary
        if press.samples is not None:
            self._learn(press, plain)
        if len(frame) > (self.largest if room is None else room):
            return None
        return KeptPage(surface, unit, position, page.size, dictionary, frame)

    @staticmethod
    def _learn(press: _Press, plain: bytes) -> None:
        """Gather samples; once there are enough of them, they are the dictionary of the pages to come.

        As they are: measured, one that Zstandard trains from them finds less of what long pages have in common.
        """
        assert press.samples is not None
        press.samples.append(plain[:DICTIONARY_BYTES])
        if len(press.samples) < SAMPLES and sum(map(len, press.samples)) < DICTIONARY_BYTES:
            return
        content = b"".join(press.samples)[-DICTIONARY_BYTES:]
        press.samples = None
        press.dictionary = Dictionary(hashlib.blake2b(content, digest_size=8).digest(), content)
        made = _dictionary(content)
        made.precompute_compress(level=LEVEL)
        press.compressor = zstandard.ZstdCompressor(LEVEL, dict_data=made)


class Reader:
    """Opens frames. It holds the dictionaries that it was given."""

    def __init__(self) -> None:
        self._plain = zstandard.ZstdDecompressor()
        self._presses: dict[bytes, zstandard.ZstdDecompressor] = {}

    def lacks(self, frames: Iterable[Frame]) -> list[bytes]:
        """Return the dictionaries that some frames need and that it was not given yet."""
        return sorted({frame.dictionary for frame in frames if frame.dictionary} - self._presses.keys())

    def learn(self, key: bytes, content: bytes) -> None:
        self._presses[key] = zstandard.ZstdDecompressor(dict_data=_dictionary(content))

    def open(self, frame: Frame) -> tuple[Page, Line | None]:
        """Return an archived page, and the listing line that was read with it."""
        press = self._plain if frame.dictionary is None else self._presses[frame.dictionary]
        head, _, body = press.decompress(frame.content).partition(b"\n")
        told = json.loads(head)
        headers = {"content-type": told["type"]} if "type" in told else {}
        page = Page(told["url"], told["status"], headers, body, size=told.get("size"))
        return page, Line(frame.unit, told["line"], told["digest"]) if "line" in told else None


def _dictionary(content: bytes) -> zstandard.ZstdCompressionDict:
    """Whatever its bytes look like: they are a site's."""
    return zstandard.ZstdCompressionDict(content, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def without_secrets(url: str, tokens: Collection[str] = ()) -> str:
    """An address without a user's name and without tokens: values of its query and steps of its path that equal one,
    and long ones wherever they stand."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    if "@" in parts.netloc:
        parts = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    if not tokens:
        return parts.geturl()
    path, query = parts.path, parts.query
    for token in sorted(tokens, key=len, reverse=True):
        if len(token) >= _LONG:
            for spelled in (token, quote(token), quote(token, safe=""), quote_plus(token)):
                path, query = path.replace(spelled, _HIDDEN), query.replace(spelled, _HIDDEN)
    path = "/".join(_HIDDEN if unquote(step) in tokens else step for step in path.split("/"))
    given = parse_qsl(query, keep_blank_values=True)
    query = urlencode([(name, _HIDDEN if value in tokens else value) for name, value in given])
    return parts._replace(path=path, query=query).geturl()


async def keep_pages(
    connection: AsyncConnection[dict[str, Any]], site: str, run_id: int, pages: Sequence[KeptPage]
) -> None:
    """Archive the pages of units within the transaction that ends these, in the place of what was kept of them before,
    and the dictionaries that are new."""
    if not pages:
        return
    units = sorted({page.unit for page in pages})
    surfaces = ["listing"] if pages[0].surface == "listing" else list(RECORD_SURFACES)
    old = {"run_id": run_id, "surfaces": surfaces, "units": units}
    await connection.execute(sql("crawl/archive.forget_units"), old)
    used = {page.dictionary.key: page.dictionary for page in pages if page.dictionary is not None}
    if used:
        asked = {"site": site, "dictionaries": list(used)}
        stored = await connection.execute(sql("crawl/archive.known_dictionaries"), asked)
        for key in used.keys() - {row["dictionary"] for row in await stored.fetchall()}:
            one = {"site": site, "dictionary": key, "content": used[key].content}
            await connection.execute(sql("crawl/archive.add_dictionary"), one)
    async with (
        connection.cursor() as cursor,
        cursor.copy(
            "copy crawl.archived_pages (run_id, surface, unit, position, size, dictionary, frame)"
            " from stdin (format binary)"
        ) as copy,
    ):
        copy.set_types(["int8", "text", "text", "int4", "int4", "bytea", "bytea"])
        for page in pages:
            made_of = None if page.dictionary is None else page.dictionary.key
            await copy.write_row(
                (run_id, page.surface, page.unit, page.position, page.size, made_of, page.frame)
            )
