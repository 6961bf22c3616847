-- name: failed_slices(run_id)^
-- Slices that failed for good, and so hide what they hold.
-- bound: <= ACCEPT_FAILED_SLICES
select count(*)::float8 as value,
       coalesce(jsonb_agg(jsonb_build_object('slice', path, 'reason', reason)) filter (where n <= 10), '[]') as sample
from (select path, reason, row_number() over (order by slice_id) as n
      from crawl.slices where run_id = :run_id and status = 'failed') failed;
