-- name: named_holes(run_id)^
-- Records that slices which failed, were truncated, left a residual or are not believed hide, as a share of all promised.
-- bound: <= ACCEPT_NAMED_HOLES
-- few: ACCEPT_FEW_RECORDS
with slices as (
    select s.*, t.collected as before, not coalesce(s.proven, false) as open
    from crawl.slices s
    join crawl.runs r using (run_id)
    left join crawl.slices t on t.run_id = r.base_run and t.root_id = s.root_id and t.filters = s.filters
        and not t.own_pages and not s.own_pages
    where s.run_id = :run_id
), roots as (
    select root_id, expected, collected, reason,
           case when open then greatest(coalesce(expected, before, 0) - collected, residual,
                                    case when doubts > 0 then before - collected end, 0) else 0 end as hidden
    from slices where parent_id is null
), doubted as (
    select root_id, sum(greatest(before - collected, 0))::bigint as hidden, min(reason) as reason
    from slices where open and doubts > 0 and status <> 'cut' group by root_id
), holes as (
    select r.root_id, r.expected, r.collected, greatest(r.hidden, d.hidden, 0) as hidden,
           case when d.hidden > r.hidden then d.reason else r.reason end as reason
    from roots r left join doubted d using (root_id)
)
select coalesce(sum(hidden)::float8 / nullif(sum(greatest(coalesce(expected, 0), collected + hidden)), 0), 0.0) as value,
       coalesce(sum(hidden), 0)::bigint as n,
       (select coalesce(jsonb_agg(jsonb_build_object('rubric', root_id, 'hidden', hidden, 'promised', expected,
                                                     'reached', collected, 'reason', reason) order by hidden desc), '[]')
        from (select * from holes where hidden > 0 order by hidden desc limit 10) worst) as sample
from holes;
