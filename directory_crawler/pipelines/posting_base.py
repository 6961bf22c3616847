"""What the normalising pipelines of postings have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.items import Posting, Reread, SliceEnd, WitnessReading
from directory_crawler.pipelines.base import Normaliser

if TYPE_CHECKING:
    from collections.abc import Iterable


class PostingPipeline(Normaliser):
    """One concern of a posting: subclasses fill its fields from its raw values, in `normalise`.

    Postings come alone (a detail), with the slice whose lines showed or show them, or as a witness read them.
    """

    async def process_item(self, item: Any) -> Any:
        for posting in _postings(item):
            if posting.raw:
                self.normalise(posting)
        return item

    def normalise(self, posting: Posting) -> None:
        raise NotImplementedError


def _postings(item: Any) -> Iterable[Posting]:
    if isinstance(item, Posting):
        return (item,)
    if isinstance(item, SliceEnd | Reread):
        return item.postings
    return (item.shown,) if isinstance(item, WitnessReading) else ()
