-- What several checks of a board measure alike.

create function crawl.events_a_day(of_run bigint, of_event text)
returns table (value double precision, n integer, sample jsonb)
language sql stable
as $$
    with me as (
        select r.run_id, r.site, r.base_run,
               greatest(extract(epoch from r.as_of - b.as_of) / 86400.0, 1.0)::float8 as days,
               (select count(*) from crawl.staged_postings s where s.run_id = b.run_id) as before
        from crawl.runs r join crawl.runs b on b.run_id = r.base_run where r.run_id = of_run
    ), events as (
        select distinct e.posting_id
        from me
        join crawl.runs r on r.site = me.site and r.kind = 'jobs' and r.run_id > me.base_run and r.run_id <= me.run_id
            and (r.run_id = me.run_id or r.status = 'accepted')
        join crawl.posting_events e on e.run_id = r.run_id and e.event = of_event
    )
    select (select count(*) from events) / days / nullif(before, 0), (select count(*) from events)::integer,
           (select coalesce(jsonb_agg(jsonb_build_object('id', posting_id)), '[]')
            from (select posting_id from events order by posting_id limit 10) shown)
    from me
$$;
comment on function crawl.events_a_day is
    'Postings to which something happened since the run''s base, a day, as a share of those open then; their number; ten.';

create function crawl.posting_fill(of_run bigint, of_field text)
returns table (value double precision, sample jsonb)
language sql stable
as $$
    with seen as (
        select s.posting_id, coalesce(s.payload ->> of_field, p.payload ->> of_field) is not null as filled
        from crawl.staged_postings s
        join crawl.runs r using (run_id)
        left join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
            and (s.payload is null or (of_field = 'description' and s.text_digest is null))
        where s.run_id = of_run
    )
    select count(*) filter (where filled)::float8 / nullif(count(*), 0),
           (select coalesce(jsonb_agg(posting_id), '[]')
            from (select posting_id from seen where not filled order by posting_id limit 10) worst)
    from seen
$$;
comment on function crawl.posting_fill is
    'The share of the postings that a run saw which have a field; ten that lack it. What was as known counts as known.';
