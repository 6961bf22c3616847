-- name: failed_fetches(run_id)^
-- Records whose page could not be had after all attempts, as a share of those asked for.
-- bound: <= ACCEPT_FAILED_FETCHES
select coalesce(count(*) filter (where status = 'failed')::float8 / nullif(count(*), 0), 0.0) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('id', record_id, 'reason', error)), '[]')
        from (select record_id, error from crawl.fetches
              where run_id = :run_id and status = 'failed' order by record_id limit 10) worst) as sample
from crawl.fetches where run_id = :run_id;
