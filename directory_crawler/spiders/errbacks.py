"""Failures that say nothing of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.leases import NotSentError

if TYPE_CHECKING:
    from collections.abc import Callable

    from twisted.python.failure import Failure


def unless_unsent(errback: Callable[[Failure], Any], failure: Failure) -> Any:
    """Ask an errback what to make of a failure, but for one of a run that stops: its units go back at the end."""
    return None if isinstance(failure.value, NotSentError) else errback(failure)
