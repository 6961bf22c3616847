-- name: bump_ratio(run_id)^
-- Postings brought to the top again, a day since the last accepted run, as a share of the postings open then.
-- bound: <= ACCEPT_BUMPED
-- few: ACCEPT_FEW_EVENTS
select value, n, sample from crawl.events_a_day(:run_id, 'bumped');
