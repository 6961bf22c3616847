-- How far a run is, all its workers together.

-- name: slices(run_id, page_size)^
-- Slices that have ended and that have not; what the ended ones gave of what they promised; the pages and the records that
-- are expected of the others. What was cut is told by its parts.
select count(*) filter (where status in ('complete', 'truncated', 'failed')) as done,
       count(*) filter (where status in ('waiting', 'pending', 'running')) as left,
       count(*) filter (where status in ('truncated', 'failed')) as failed,
       coalesce(sum(collected) filter (where status in ('complete', 'truncated', 'failed')), 0)::bigint as found,
       coalesce(sum(coalesce(expected, collected)) filter (where status in ('complete', 'truncated', 'failed')), 0)::bigint
           as promised,
       coalesce(sum(greatest(ceil(coalesce(expected, 0)::float8 / :page_size), 1))
                filter (where status in ('waiting', 'pending', 'running')), 0)::bigint as pages_left,
       coalesce(sum(expected) filter (where status in ('waiting', 'pending', 'running')), 0)::bigint as records_left
from crawl.slices where run_id = :run_id and status <> 'cut';

-- name: fetches(run_id)
-- Records that were fetched and that are to be, by kind and reason.
select kind, reason, count(*) filter (where status in ('done', 'failed')) as done,
       count(*) filter (where status in ('pending', 'leased')) as left, count(*) filter (where status = 'failed') as failed
from crawl.fetches where run_id = :run_id group by kind, reason order by kind, reason;

-- name: requests(run_id)^
-- Answers so far, those that were refusals, what the run is expected to ask for, and how many workers it has.
select (select coalesce(sum(served), 0) from crawl.pace_minutes where run_id = :run_id)::bigint as served,
       (select coalesce(sum(refused), 0) from crawl.pace_minutes where run_id = :run_id)::bigint as refused,
       (select sum(planned) from crawl.request_account where run_id = :run_id)::bigint as planned,
       (select count(*) from crawl.pace_shares where run_id = :run_id) as workers;
