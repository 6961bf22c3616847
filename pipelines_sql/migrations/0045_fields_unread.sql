-- A field that a profile does not read is missing from no posting; pay may be read as a text or as its two ends.
create or replace function crawl.posting_fill(of_run bigint, of_field text)
returns table (value double precision, sample jsonb)
language sql stable
as $$
    with seen as (
        select s.posting_id, exists (
                   select from unnest(alike.names) name
                   where coalesce(s.payload ->> name, p.payload ->> name) is not null) as filled
        from (select case of_field when 'pay' then '{pay,pay_min,pay_max}' else array[of_field] end as names) alike
        cross join crawl.staged_postings s
        join crawl.runs r using (run_id)
        left join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
            and (s.payload is null or (of_field = 'description' and s.text_digest is null))
        where s.run_id = of_run and (r.plan -> 'chains' is null or r.plan -> 'chains' ?| alike.names)
    )
    select count(*) filter (where filled)::float8 / nullif(count(*), 0),
           (select coalesce(jsonb_agg(posting_id), '[]')
            from (select posting_id from seen where not filled order by posting_id limit 10) worst)
    from seen
$$;
