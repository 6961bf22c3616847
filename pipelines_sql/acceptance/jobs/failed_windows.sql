-- name: failed_windows(run_id)^
-- Windows of which nothing can be said: their requests failed, or their answers were no listing.
-- bound: <= ACCEPT_FAILED_WINDOWS
select count(*)::float8 as value,
       (select coalesce(jsonb_agg(jsonb_build_object('window', filters, 'attempts', attempts, 'reason', reason)), '[]')
        from (select * from crawl.slices where run_id = :run_id and status = 'failed' order by slice_id limit 10) worst) as sample
from crawl.slices where run_id = :run_id and status = 'failed';
