-- name: openings(run_id)^
-- Openings a week since the last accepted run, as a share of the organisations open before.
-- bound: <= ACCEPT_OPENED
-- few: ACCEPT_FEW_EVENTS
select value, n, sample
from crawl.organisation_events_a_week(
    :run_id, 'opened', (select count(*) from organisations_before where closed_at is null));
