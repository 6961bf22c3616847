-- name: coverage(run_id)^
-- Records reached, as a share of those that the site's own counts promise, over all rubrics.
-- bound: >= ACCEPT_COVERAGE
-- few: ACCEPT_FEW_RECORDS
with roots as (
    select s.root_id, s.expected, s.collected, s.reason, greatest(coalesce(s.expected - s.collected, 0), 0) as missing
    from crawl.slices s where s.run_id = :run_id and s.parent_id is null
)
select case when coalesce(sum(expected), 0) = 0 then 1.0
            else sum(least(collected, coalesce(expected, collected)))::float8 / sum(coalesce(expected, collected)) end as value,
       sum(missing)::bigint as n,
       (select coalesce(jsonb_agg(jsonb_build_object('rubric', root_id, 'promised', expected, 'reached', collected,
                                                     'reason', reason) order by missing desc), '[]')
        from (select * from roots where missing > 0 order by missing desc limit 10) worst) as sample
from roots;
