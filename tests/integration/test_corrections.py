"""A mended profile edits every card of a site: its corrections are written down without all of them in memory."""

from __future__ import annotations

import tracemalloc

from directory_crawler.postcrawl.changes import remember_before, write_corrections
from directory_crawler.storage.database import connect

CARDS = 3_000
WRITTEN = """
    insert into crawl.runs (site, kind, status, profile_digest) values ('s', 'directory', 'accepted', '');
    insert into crawl.runs (site, kind, profile_digest, base_run) values ('s', 'directory', '', 1);
    insert into crawl.cards (site, org_id, name, address, first_run, first_seen, last_seen, last_fetched)
    select 's', 'c' || n, 'New ' || n, repeat('x', 4000), 1, now(), now(), now() from generate_series(1, 3000) n;
    insert into crawl.organisations (site, organisation_id, survivor_id, aliases, name, status, first_seen, last_seen)
    select site, org_id, org_id, array[org_id], name, 'operating', now(), now() from crawl.cards;
    insert into crawl.card_versions (site, org_id, run_id, digest, changed, payload)
    select site, org_id, 2, '', '{name}', jsonb_build_object('before', to_jsonb(c) || '{"name": "Old"}')
    from crawl.cards c
"""


def test_corrections_of_every_card_are_read_a_few_at_a_time(database: str) -> None:
    with connect(database) as connection:
        for statement in WRITTEN.split(";"):
            connection.execute(statement)  # type: ignore[call-overload]
        remember_before(connection, 2)
        tracemalloc.start()
        try:
            write_corrections(connection, 2)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

        events = connection.execute("select count(*) from crawl.organisation_events").fetchone()

    assert events == (CARDS,)
    assert peak < 2 * CARDS * 4_000 / 2, "half of what the records take"
