-- name: edit_ratio(run_id)^
-- Postings edited, a day since the last accepted run, as a share of the postings open then.
-- bound: <= ACCEPT_EDITED
-- few: ACCEPT_FEW_EVENTS
select value, n, sample from crawl.events_a_day(:run_id, 'edited');
