-- name: coverage(run_id)^
-- Records reached, as a share of those that the site's own counts promise, over all rubrics.
-- bound: >= ACCEPT_COVERAGE
with roots as (
    select s.root_id, s.expected, s.collected, s.residual, s.reason, s.status
    from crawl.slices s where s.run_id = :run_id and s.parent_id is null
)
select case when coalesce(sum(expected), 0) = 0 then 1.0
            else sum(least(collected, coalesce(expected, collected)))::float8 / sum(coalesce(expected, collected)) end as value,
       (select coalesce(jsonb_agg(jsonb_build_object('rubric', root_id, 'promised', expected, 'reached', collected,
                                                     'reason', reason) order by expected - collected desc), '[]')
        from (select * from roots where collected < expected order by expected - collected desc limit 10) worst) as sample
from roots;
