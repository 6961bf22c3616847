"""The digest of a card: equal as long as nothing of the organisation itself changed."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DECIMALS = 4
"""Places to which coordinates are rounded: about 11 m, under which a moved pin is no move."""


def card_digest(
    *,
    name: str | None,
    legal_name: str | None,
    rubrics: Iterable[str],
    address_key: str | None,
    latitude: float | None,
    longitude: float | None,
    hours: Sequence[object] | None,
    phone_keys: Iterable[str],
    domain: str | None,
    email: str | None,
    status: str | None,
) -> str:
    """32 hexadecimal digits over exactly these fields.

    Rubrics and phone keys count as sets. Absent and empty are the same (None, "", no member, hours without a
    stated day): what a site leaves out and what it sends empty say the same.
    """
    stated = hours if hours is not None and any(day is not None for day in hours) else None
    content = [
        name or None,
        legal_name or None,
        sorted(set(rubrics)),
        address_key or None,
        _rounded(latitude),
        _rounded(longitude),
        stated,
        sorted(set(phone_keys)),
        domain or None,
        email or None,
        status or None,
    ]
    written = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(written.encode("ascii"), digest_size=16).hexdigest()


def _rounded(degrees: float | None) -> float | None:
    return None if degrees is None else round(degrees, DECIMALS) + 0.0  # -0.0 becomes 0.0
