"""How long what follows a crawl takes: fold, changes, sign-off, promotion, export, on what a crawl has stored.

    scrapy demo directory --size 80118
    python bench/post_crawl.py

judges the demo's newest run once more, as if it had just been crawled into an empty database. It works on the database
of the demo (``DATABASE_URL`` or ``DATA_DIR``) and leaves it as it was found.
"""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path

from scrapy.utils.project import get_project_settings

from directory_crawler.postcrawl.judge import judge_run
from directory_crawler.reporting.tables import open_table
from directory_crawler.reporting.writers import write
from directory_crawler.storage.database import connect, database_url

SITE = "demo-directory"
WORLD = ("cards", "card_versions", "organisations", "fold_links", "pending_cards")


def main() -> None:
    settings = get_project_settings()
    url = database_url(settings)
    with connect(url) as connection:
        row = connection.execute(
            "select max(run_id) from crawl.runs where site = %s and scope = ''", (SITE,)
        ).fetchone()
        assert row is not None
        (run_id,) = row
        for table in WORLD:
            connection.execute(f"delete from crawl.{table} where site = %s", (SITE,))  # type: ignore[call-overload]
        connection.execute("delete from crawl.organisation_events where run_id = %s", (run_id,))
        connection.execute(
            "update crawl.runs set status = 'running', finished_at = null where run_id = %s", (run_id,)
        )
    logging.disable(logging.INFO)
    began = time.monotonic()
    outcome = judge_run(url, run_id, settings)
    judged = time.monotonic()
    print(f"fold, changes, sign-off, promotion: {judged - began:.1f} s ({outcome.status}: {outcome.summary})")
    with connect(url) as connection, tempfile.TemporaryDirectory() as folder:
        for suffix in (".csv", ".xlsx", ".parquet"):
            before = time.monotonic()
            with open_table(connection, "organisations", site=SITE) as table:
                n = write(table, Path(folder) / f"table{suffix}")
            print(f"export {suffix}: {time.monotonic() - before:.1f} s ({n} organisations)")


if __name__ == "__main__":
    main()
