"""The digest of what a posting's role is, last of the normalisers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.vacancy_digest import role_digest
from directory_crawler.pipelines.posting_base import PostingPipeline

if TYPE_CHECKING:
    from directory_crawler.items import Posting


class PostingDigestPipeline(PostingPipeline):
    """Sets `Posting.role_digest`; the description has a digest of its own, made where it is stored."""

    def normalise(self, posting: Posting) -> None:
        posting.role_digest = role_digest(
            title=posting.title,
            company_id=posting.company_id or posting.company,
            location=posting.location or posting.location_name,
            remote=posting.remote,
            employment_types=posting.employment_type,
            pay=posting.pay,
            apply_url=posting.apply_url,
            source_channel=posting.source_channel,
        )
