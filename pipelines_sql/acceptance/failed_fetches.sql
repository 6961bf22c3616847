-- name: failed_fetches(run_id)^
-- Records whose page could not be had after all attempts, as a share of those asked for.
-- bound: <= ACCEPT_FAILED_FETCHES
-- few: ACCEPT_FEW_RECORDS
select coalesce(count(*) filter (where status = 'failed')::float8 / nullif(count(*), 0), 0.0) as value,
       count(*) filter (where status = 'failed')::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', record_id, 'reason', error)), '[]')
        from (select record_id, error from crawl.fetches
              where run_id = :run_id and status = 'failed' and kind not in ('search', 'sitemap')
              order by record_id limit 10) worst) as sample
from crawl.fetches where run_id = :run_id and kind not in ('search', 'sitemap');
