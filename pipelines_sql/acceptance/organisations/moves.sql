-- name: moves(run_id)^
-- Moves a week since the last accepted run, as a share of the organisations open before.
-- bound: <= ACCEPT_MOVED
-- few: ACCEPT_FEW_EVENTS
select value, n, sample
from crawl.organisation_events_a_week(
    :run_id, 'moved', (select count(*) from organisations_before where closed_at is null));
