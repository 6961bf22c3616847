-- Runs that read the archived pages of another run anew.

create table crawl.reread_lines (
    run_id bigint not null references crawl.runs on delete cascade,
    slice_id bigint not null,
    record_id text not null,
    digest text not null,
    line jsonb not null,
    primary key (run_id, record_id, slice_id)
);
comment on table crawl.reread_lines is
    'What a listing page of another run gives of a record by today''s profile. slice_id is of the run whose page it is.';

-- What a correction edits has not happened on the board.
create or replace function crawl.events_a_day(of_run bigint, of_event text)
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
            and (r.run_id = me.run_id or r.status = 'accepted') and r.mode <> 'reparse'
        join crawl.posting_events e on e.run_id = r.run_id and e.event = of_event
    )
    select (select count(*) from events) / days / nullif(before, 0), (select count(*) from events)::integer,
           (select coalesce(jsonb_agg(jsonb_build_object('id', posting_id)), '[]')
            from (select posting_id from events order by posting_id limit 10) shown)
    from me
$$;
