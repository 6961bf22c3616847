-- name: moves(run_id)^
-- Moves a week since the last accepted run, as a share of the organisations open before.
-- bound: <= ACCEPT_MOVED
-- few: ACCEPT_FEW_EVENTS
with span as (
    select greatest(extract(epoch from r.as_of - b.as_of) / 604800.0, 1.0)::float8 as weeks
    from crawl.runs r join crawl.runs b on b.run_id = r.base_run where r.run_id = :run_id
), events as (
    select e.organisation_id, o.name, o.activity, o.district
    from crawl.organisation_events e
    join crawl.runs r using (run_id)
    join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id
    where e.run_id = :run_id and e.event = 'moved'
), shown as (
    select activity, count(*) as n, min(name) as example from events group by activity order by n desc limit 10
)
select (select count(*) from events) / (select weeks from span)
           / nullif((select count(*) from organisations_before where closed_at is null), 0) as value,
       (select count(*) from events)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('activity', activity, 'n', n, 'example', example) order by n desc), '[]')
        from shown) as sample;
