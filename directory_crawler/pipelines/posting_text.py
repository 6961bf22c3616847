"""The description and the apply link of a posting, without what only looks like a change."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin

from directory_crawler.core.normal.vacancy_link import LONGEST_LINK, apply_link
from directory_crawler.core.normal.vacancy_text import description_text
from directory_crawler.pipelines.posting_base import PostingPipeline

if TYPE_CHECKING:
    from directory_crawler.items import Posting


class PostingTextPipeline(PostingPipeline):
    """`description` as lines of text, and `apply_url` without what tracks."""

    def normalise(self, posting: Posting) -> None:
        parts = [value for value in posting.raw.get("description", ()) if isinstance(value, str)]
        posting.description = description_text("\n".join(parts)) if parts else None
        for value in posting.raw.get("apply_url", ()):
            if isinstance(value, str):
                self._link(posting, value)
                return

    def _link(self, posting: Posting, value: str) -> None:
        record = self.profile.posting
        try:
            absolute = urljoin(self.profile.base_url, value.strip()[: LONGEST_LINK + 1])
        except ValueError:
            absolute = ""
        posting.apply_url = apply_link(absolute, record.apply_parameters if record else ())
        if posting.apply_url is None:
            posting.fault("apply_url", "no web link", value)
