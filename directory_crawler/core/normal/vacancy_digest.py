"""The digest of a posting: equal as long as nothing of the role itself changed, whatever its life does meanwhile."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def role_digest(
    *,
    title: str | None,
    company_id: str | None,
    location: str | None,
    remote: bool | None,
    employment_types: Iterable[str],
    pay: str | None,
    apply_url: str | None,
    source_channel: str | None,
) -> str:
    """32 hexadecimal digits over exactly these fields: what a listing line tells of the role.

    Employment types count as a set. A missing key, null and an empty string are one and the same: boards leave out,
    null and blank a field by turns, and none of it is an edit. ``remote`` false is not the same as unknown.
    """
    return _hashed(
        [
            title or None,
            company_id or None,
            location or None,
            remote,
            sorted({kind for kind in employment_types if kind}),
            pay or None,
            apply_url or None,
            source_channel or None,
        ]
    )


def text_digest(description: str | None) -> str:
    """32 hexadecimal digits over a normalised description; no description and an empty one are the same."""
    return _hashed([description or None])


def _hashed(content: list[object]) -> str:
    # JSON keeps fields apart whatever stands in them, so that no two records run together.
    written = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(written.encode("ascii"), digest_size=16).hexdigest()
