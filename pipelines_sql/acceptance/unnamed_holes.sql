-- name: unnamed_holes(run_id)^
-- Slices that are not proven complete, and of which nobody knows how much they hide: no count, and no last time.
-- bound: <= ACCEPT_UNNAMED_HOLES
with recursive held as (
    select s.slice_id, s.root_id, s.path, s.reason, s.status,
           s.expected is not null
           or exists (select from crawl.slices t join crawl.runs r on r.run_id = :run_id
                      where t.run_id = r.base_run and t.root_id = s.root_id and t.filters = s.filters) as is_named
    from crawl.slices s
    where s.run_id = :run_id and s.parent_id is null and not coalesce(s.proven, false)
    union all
    select c.slice_id, c.root_id, c.path, c.reason, c.status, c.expected is not null
    from held h join crawl.slices c on c.parent_id = h.slice_id
    where not h.is_named and not coalesce(c.proven, false)
), holes as (
    select h.* from held h
    where not is_named and not exists (select from held c join crawl.slices s using (slice_id) where s.parent_id = h.slice_id)
)
select count(*)::float8 as value,
       (select coalesce(jsonb_agg(jsonb_build_object('slice', path, 'status', status, 'reason', reason)), '[]')
        from (select * from holes order by slice_id limit 10) worst) as sample
from holes;
