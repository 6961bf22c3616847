-- name: district_coverage(run_id, accept_few_records)^
-- The least share of its records that any value of an axis reached, over the parts that were asked for it (for a
-- district: all parts of that district), values that lack a handful left out.
-- bound: >= ACCEPT_DISTRICT_COVERAGE
with parts as (
    select f.key as axis, f.value, s.expected, s.collected
    from crawl.slices s cross join lateral jsonb_each_text(s.filters) f
    where s.run_id = :run_id and not s.own_pages and s.expected is not null
      and f.key = s.path -> -1 ->> 0  -- the axis it was cut along last: no record counts twice in one value
), totals as (
    select axis, value, sum(expected) as promised, sum(least(collected, expected)) as reached
    from parts group by axis, value
), short as (
    select *, reached::float8 / promised as share from totals where promised - reached > :accept_few_records
)
select min(share) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'value', value, 'promised', promised,
                                                     'reached', reached) order by share), '[]')
        from (select * from short order by share limit 10) worst) as sample
from short;
