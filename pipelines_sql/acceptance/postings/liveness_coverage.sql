-- name: liveness_coverage(run_id)^
-- Of the open postings that were asked directly whether they live, the share that gave an answer.
-- bound: >= ACCEPT_LIVENESS
-- few: ACCEPT_FEW_RECORDS
with asked as (
    select f.record_id, v.verdict from crawl.fetches f
    left join crawl.posting_verdicts v on v.run_id = f.run_id and v.posting_id = f.record_id
    where f.run_id = :run_id and f.kind = 'posting' and f.reason = 'liveness'
)
select count(*) filter (where verdict <> 'unknown')::float8 / nullif(count(*), 0) as value,
       count(*) filter (where coalesce(verdict, 'unknown') = 'unknown')::integer as n,
       (select coalesce(jsonb_agg(record_id), '[]')
        from (select record_id from asked where coalesce(verdict, 'unknown') = 'unknown' order by record_id limit 10) worst) as sample
from asked;
