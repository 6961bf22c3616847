-- name: rubric_coverage(run_id, accept_few_records)^
-- The least share of its promised records that any rubric reached, rubrics that lack a handful left out.
-- bound: >= ACCEPT_RUBRIC_COVERAGE
with rubrics as (
    select s.root_id, n.name, s.expected, s.collected, s.reason, s.collected::float8 / s.expected as share
    from crawl.slices s
    left join crawl.rubrics n on n.run_id = s.run_id and n.rubric_id = s.root_id
    where s.run_id = :run_id and s.parent_id is null and s.expected - s.collected > :accept_few_records
)
select min(share) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('rubric', root_id, 'name', name, 'promised', expected,
                                                     'reached', collected, 'reason', reason) order by share), '[]')
        from (select * from rubrics order by share limit 10) worst) as sample
from rubrics;
