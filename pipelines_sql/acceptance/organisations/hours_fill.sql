-- name: hours_fill(run_id)^
-- The share of open organisations with opening hours.
-- A profile that reads no hours has nothing to measure.
-- bound: >= ACCEPT_HOURS_FILL
with filled as (
    select o.activity, count(*) as n, count(*) filter (where o.hours is not null) as filled
    from crawl.organisations o join crawl.runs r using (site)
    where r.run_id = :run_id and o.closed_at is null and coalesce(r.plan -> 'chains' ? 'hours', true)
    group by o.activity
)
select sum(filled)::float8 / nullif(sum(n), 0) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('activity', activity, 'organisations', n, 'filled', filled)), '[]')
        from (select * from filled order by n - filled desc limit 10) worst) as sample
from filled;
