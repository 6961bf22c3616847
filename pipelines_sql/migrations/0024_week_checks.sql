-- What several checks of a directory measure alike.

create function crawl.organisation_events_a_week(of_run bigint, of_event text, open_before bigint)
returns table (value double precision, n integer, sample jsonb)
language sql stable
as $$
    with span as (
        select greatest(extract(epoch from r.as_of - b.as_of) / 604800.0, 1.0)::float8 as weeks
        from crawl.runs r join crawl.runs b on b.run_id = r.base_run where r.run_id = of_run
    ), events as (
        select o.name, o.activity
        from crawl.organisation_events e
        join crawl.runs r using (run_id)
        join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id
        where e.run_id = of_run and e.event = of_event
    ), shown as (
        select activity, count(*) as n, min(name) as example from events group by activity order by n desc limit 10
    )
    select (select count(*) from events) / (select weeks from span) / nullif(open_before, 0),
           (select count(*) from events)::integer,
           (select coalesce(jsonb_agg(jsonb_build_object('activity', activity, 'n', n, 'example', example) order by n desc), '[]')
            from shown)
$$;
comment on function crawl.organisation_events_a_week is
    'Events a week since the run''s base, as a share of the organisations open before; their number; activities with most.';
