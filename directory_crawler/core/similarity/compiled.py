"""Loops over columns, compiled at their first call; the machine code is kept beside the source or in the user's cache.

Imported only by what compares texts: numba costs most of a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numba

if TYPE_CHECKING:
    from collections.abc import Callable

_Function = TypeVar("_Function", bound="Callable[..., object]")


def compiled(function: _Function) -> _Function:
    """Compile a function over arrays and numbers; while it runs, other threads do, too."""
    try:
        return numba.njit(function, nogil=True, cache=True)  # type: ignore[no-any-return]
    except (
        RuntimeError
    ):  # nowhere to keep it: an egg in a folder that cannot be written, a user without a home
        return numba.njit(function, nogil=True)  # type: ignore[no-any-return]
