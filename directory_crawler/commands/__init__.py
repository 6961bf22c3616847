"""What a person types."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection


@contextmanager
def database(settings: BaseSettings | None) -> Iterator[Connection]:
    """Connect to the database in use; without one, exit with what to do and no traceback."""
    from directory_crawler.storage.database import connect, database_url  # noqa: PLC0415  heavy
    from directory_crawler.storage.embedded import DatabaseUnavailableError  # noqa: PLC0415  heavy

    assert settings is not None
    try:
        connection = connect(database_url(settings))
    except DatabaseUnavailableError as error:
        raise SystemExit(f"scrapy: error: {error}") from None
    with connection:
        yield connection
