-- name: tiling(run_id)^
-- By how much the counts of windows differ from the sums of the shortest windows in them, as a share of the counts: a
-- board that does not add up understands other edges than it is asked with (both ends inclusive, another grain or
-- clock). A greatest count that several windows share is a cap, and says nothing.
-- bound: <= ACCEPT_TILING
-- few: ACCEPT_FEW_RECORDS
with recursive windows as (
    select s.slice_id, s.parent_id, s.filters, s.expected, s.pages,
           s.status = 'cut' and exists (select from crawl.slices c where c.parent_id = s.slice_id
                                        and c.way_name = r.plan ->> 'time_axis') as is_tiled
    from crawl.slices s join crawl.runs r using (run_id)
    where s.run_id = :run_id and s.filters - (r.plan ->> 'time_axis') = '{}' and not s.own_pages
), inside as (
    select slice_id as whole_id, slice_id, is_tiled, expected from windows where is_tiled and expected is not null and pages > 0
    union all
    select i.whole_id, w.slice_id, w.is_tiled, w.expected from inside i join windows w on w.parent_id = i.slice_id
    where i.is_tiled
), sums as (
    select w.filters, w.expected as whole, sum(i.expected)::bigint as parts,
           w.expected = max(w.expected) over () and count(*) over (partition by w.expected) > 1 as is_cap
    from inside i join windows w on w.slice_id = i.whole_id
    where not i.is_tiled
    group by w.slice_id, w.filters, w.expected
    having bool_and(i.expected is not null)
)
select sum(abs(whole - parts))::float8 / nullif(sum(whole), 0) as value,
       coalesce(sum(abs(whole - parts)), 0)::bigint as n,
       (select coalesce(jsonb_agg(jsonb_build_object('window', filters, 'count', whole, 'sum of its parts', parts)), '[]')
        from (select * from sums where not is_cap and whole <> parts
              order by abs(whole - parts) desc, filters::text limit 10) worst) as sample
from sums where not is_cap;
