"""How long a day of a board takes to become the state of the world: 9 % of the postings bumped, 1.4 % edited.

    python bench/promotion.py [--size 412000]

The postings are made in the database, with descriptions of 2 KB; what is timed is the promotion alone, as the judging
transaction runs it, without the search for copies.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.postcrawl.postings import promote_postings
from directory_crawler.storage.database import Connection, connect
from directory_crawler.storage.embedded import start_embedded

SITE = "bench-board"
POSTING = """jsonb_build_object(
    'title', 'Title ' || n, 'company_id', 'c' || n %% 9000, 'location', 'R' || n %% 60,
    'categories', jsonb_build_array('k' || n %% 34), 'description', repeat(md5(n::text), 64))"""
RUN = """
insert into crawl.runs (site, kind, mode, status, profile_digest, base_run, plan)
values (%s, 'jobs', 'daily', %s, '', %s, '{}')
"""
KNOWN = f"""
insert into crawl.postings (
    site, posting_id, title, digest, posted_at, first_seen, last_seen, first_run, last_run, payload)
select %s, n::text, 'Title ' || n, md5(n::text) || %s, now(), now(), now(), 1, 1, {POSTING}
from generate_series(1, %s) n
"""
STAGED = f"""
insert into crawl.staged_postings (run_id, posting_id, role_digest, text_digest, posted_at, payload)
select 2, n::text, case when n %% 1000 < 14 then md5('edited ' || n) else md5(n::text) end, %s,
       now() + case when n %% 1000 between 20 and 109 then interval '1 hour' else interval '0' end,
       case when n %% 1000 < 14 then {POSTING} || '{{"title": "edited"}}' end
from generate_series(1, %s) n
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=412_000)
    size = parser.parse_args().size
    with (
        tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder,
        connect(start_embedded(Path(folder))) as connection,
    ):
        fill(connection, size)
        connection.execute("analyze")
        began = time.monotonic()
        with connection.transaction():
            promote_postings(connection, 2)
        print(f"{size} postings promoted in {time.monotonic() - began:.1f} s")
        counts = "select event, count(*) from crawl.posting_events group by event order by event"
        print(", ".join(f"{event}: {n}" for event, n in connection.execute(counts).fetchall()))


def fill(connection: Connection, size: int) -> None:
    """Two runs of a board, the first accepted, the second staged: as known but for the bumped and the edited."""
    with connection.transaction():
        connection.execute("insert into crawl.sites (site, kind) values (%s, 'jobs')", (SITE,))
        connection.execute(RUN, (SITE, "accepted", None))
        connection.execute(RUN, (SITE, "running", 1))
        connection.execute(KNOWN, (SITE, text_digest("x"), size))
        connection.execute(STAGED, (text_digest("x"), size))


if __name__ == "__main__":
    main()
