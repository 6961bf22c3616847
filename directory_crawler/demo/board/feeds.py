"""The feeds of a category: its newest postings as RSS and Atom, as untidy as feeds are."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime, parsedate_to_datetime
from html import escape
from typing import TYPE_CHECKING

from directory_crawler.demo.board.descriptions import FRESH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.demo.board.items import Items
    from directory_crawler.demo.board.postings import Posting

FEED_SIZE = 200
REFRESH_SECONDS = 900
_LOCAL = timezone(timedelta(hours=1))
# Of so many items, one has each kind of untidy date.
_DATE_KINDS = 20
_SOURCE = "utm_source=feed&utm_medium=rss"


def entity_tag(postings: Sequence[Posting]) -> str:
    """An ETag that changes when a feed of these postings does."""
    digest = hashlib.blake2s(repr(postings).encode(), digest_size=10)
    return f'"{digest.hexdigest()}"'


def unchanged(headers: Mapping[str, str], tag: str, modified: int) -> bool:
    """Whether a conditional request is answered by 304: If-None-Match goes before If-Modified-Since."""
    if "if-none-match" in headers:
        known = [entry.strip().removeprefix("W/") for entry in headers["if-none-match"].split(",")]
        return tag in known or "*" in known
    since = headers.get("if-modified-since")
    if since is None:
        return False
    try:
        return parsedate_to_datetime(since).timestamp() >= modified
    except (ValueError, OverflowError):
        return False


def http_date(moment: int) -> str:
    """A moment as HTTP headers say it."""
    return format_datetime(datetime.fromtimestamp(moment, timezone.utc), usegmt=True)


def rss(postings: Sequence[Posting], items: Items, *, code: str, name: str, host: str) -> bytes:
    """An RSS 2.0 feed; every fifth category's is in windows-1252."""
    encoding = "windows-1252" if sum(map(ord, code)) % 5 == 0 else "utf-8"
    rows = []
    for posting in postings:
        fields = items.fields(posting)
        # Named entities of HTML, of which XML knows nothing, slip in here and there.
        space = "&nbsp;" if int(posting.id) % 40 == 7 else " "
        title = f"{escape(fields['title'], quote=False)} &#8211;{space}{escape(fields['company']['name'])}"
        description = items.description(posting).replace(FRESH, "feed")
        wrapped = escape(description) if int(posting.id) % 2 else f"<![CDATA[{description}]]>"
        date = _rss_date(posting)
        rows.append(
            f"<item><title>{title}</title>"
            f"<link>http://{escape(host)}/job/{posting.id}?{escape(_SOURCE)}</link>"
            f'<guid isPermaLink="false">{posting.id}</guid>'
            + "".join(f"<category>{escape(category)}</category>" for category in posting.categories)
            + (f"<pubDate>{date}</pubDate>" if date else "")
            + f"<description>{wrapped}</description></item>"
        )
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><rss version="2.0"><channel><title>{escape(name)}</title>'
        f"<link>http://{escape(host)}/jobs?category={code}</link><ttl>{REFRESH_SECONDS // 60}</ttl>"
        f"{''.join(rows)}</channel></rss>"
    )
    return text.encode(encoding, "xmlcharrefreplace")


def atom(postings: Sequence[Posting], items: Items, *, code: str, name: str, host: str) -> bytes:
    """An Atom feed."""
    rows = []
    for posting in postings:
        fields = items.fields(posting)
        date = _atom_date(posting)
        content = escape(items.description(posting).replace(FRESH, "feed"))
        rows.append(
            f"<entry><id>tag:{escape(host)},2026:job/{posting.id}</id><title>{escape(fields['title'])}</title>"
            f'<link rel="alternate" href="http://{escape(host)}/job/{posting.id}?{escape(_SOURCE)}"/>'
            + (f"<updated>{date}</updated>" if date else "")
            + f"<author><name>{escape(fields['company']['name'])}</name></author>"
            f'<content type="html">{content}</content></entry>'
        )
    return (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>http://{escape(host)}/feeds/{code}.atom</id><title>{escape(name)}</title>{''.join(rows)}</feed>"
    ).encode()


def _rss_date(posting: Posting) -> str:
    assert posting.posted is not None
    stamp = datetime.fromtimestamp(posting.posted, timezone.utc)
    kind = int(posting.id) % _DATE_KINDS
    if kind == 0:
        return stamp.strftime("%Y-%m-%d %H:%M:%S")
    if kind == 1:
        return f"Fri, 32 {stamp:%b %Y %H:%M:%S} GMT"
    if kind == 2:
        return ""
    if kind == 3:
        return f"{stamp:%d %b %y %H:%M} UT"
    return format_datetime(stamp.astimezone(_LOCAL) if kind == 4 else stamp)


def _atom_date(posting: Posting) -> str:
    assert posting.posted is not None
    stamp = datetime.fromtimestamp(posting.posted, timezone.utc)
    kind = int(posting.id) % _DATE_KINDS
    if kind == 0:
        return format_datetime(stamp)
    if kind == 1:
        return "yesterday"
    if kind == 2:
        return ""
    return stamp.astimezone(_LOCAL).isoformat() if kind == 4 else f"{stamp:%Y-%m-%dT%H:%M:%SZ}"
