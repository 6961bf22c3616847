-- name: vanished_rubrics(run_id)^
-- Records of the last accepted run in rubrics that the tree does not show any more, as a share of all.
-- bound: <= ACCEPT_VANISHED_RUBRICS
-- few: ACCEPT_FEW_RECORDS
with base as (
    select t.root_id, n.name, t.collected,
           exists (select from crawl.rubrics x where x.run_id = r.run_id and x.rubric_id = t.root_id)
           or t.root_id = '' as stays  -- of a site without a tree
    from crawl.runs r
    join crawl.slices t on t.run_id = r.base_run and t.parent_id is null
    left join crawl.rubrics n on n.run_id = t.run_id and n.rubric_id = t.root_id
    where r.run_id = :run_id
)
select sum(collected) filter (where not stays)::float8 / nullif(sum(collected), 0) as value,
       coalesce(sum(collected) filter (where not stays), 0)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('rubric', root_id, 'name', name, 'held', collected) order by collected desc), '[]')
        from (select * from base where not stays order by collected desc limit 10) worst) as sample
from base;
