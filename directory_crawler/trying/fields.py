"""The table of a record's fields: which link answered, what it gave, and what a crawl would store of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.sites.chains import NONE
from directory_crawler.trying.normalised import written

if TYPE_CHECKING:
    from directory_crawler.items import Card, Posting
    from directory_crawler.trying.shown import Shown

_RAW = 80
_FAULTS = 10


def show_fields(shown: Shown, title: str, record: Card | Posting) -> None:
    """Tell the fields that a link answered, then those that none did, and what could not be taken as it was."""
    rows = []
    for name, source in record.sources.items():
        if source == NONE:
            continue
        told = "; ".join(str(value) for value in record.raw.get(name, []))
        rows.append((name, source, told[:_RAW] + ("…" if len(told) > _RAW else ""), written(record, name)))
    shown.table(title, ("field", "link", "raw", "normalised"), rows)
    if unanswered := [name for name, source in record.sources.items() if source == NONE]:
        shown.line(f"  no link answered: {', '.join(unanswered)}")
    for fault in record.faults[:_FAULTS]:
        shown.line(f"  {fault.field}: {fault.reason}: {fault.example}")
