"""Where reports lie, and how one is written: aside, and renamed when it is whole."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from directory_crawler.reporting.report.page import render

if TYPE_CHECKING:
    from directory_crawler.reporting.report.facts import ReportedRun
    from directory_crawler.storage.database import Connection


def report_path(data_dir: str | Path, site: str, run_id: int) -> Path:
    """Where the report of a run lies that a crawl leaves behind."""
    return Path(data_dir) / "reports" / site / f"run-{run_id}.html"


def write_report(connection: Connection, run: ReportedRun, path: Path) -> None:
    """Write the report of a run; an older one of that name stays until the new one is whole."""
    text = render(connection, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")  # other workers of the run may write theirs
    try:
        aside.write_text(text, "utf-8")
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
