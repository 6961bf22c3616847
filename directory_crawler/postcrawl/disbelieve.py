"""Parts that came back too thin: doubted, and believed again only on the word of their cards' own pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.lifecycle.disbelief import SAMPLE, is_confirmed, is_doubtful
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.storage.database import Connection


def disbelieve(connection: Connection, run_id: int) -> None:
    """Take the proof from every slice that holds too few of the base run's records, unless their pages confirm it.

    A visit doubts the slices that it walks; here the cut ones are held against the base run as well.
    """
    run = {"run_id": run_id}
    for slice_id, before, now in connection.execute(sql("directory/doubts.twins"), run).fetchall():
        if is_doubtful(before, now):
            reason = f"not believed: {now} where the last accepted run had {before}"
            connection.execute(sql("directory/doubts.doubt"), {"slice_id": slice_id, "reason": reason})
    for (slice_id,) in connection.execute(sql("directory/doubts.doubted"), run).fetchall():
        sample = {"slice_id": slice_id, "n": SAMPLE}
        row = connection.execute(sql("directory/doubts.sample"), sample).fetchone()
        assert row is not None
        asked, hard = row
        if is_confirmed(hard, asked):
            reason = f"thin, yet {hard} of {asked} cards asked say that they are gone or closed"
            connection.execute(sql("directory/doubts.believe"), {"slice_id": slice_id, "reason": reason})
    for spread in ("spread_doubt", "spread_belief"):
        while connection.execute(sql(f"directory/doubts.{spread}"), run).rowcount:
            pass
