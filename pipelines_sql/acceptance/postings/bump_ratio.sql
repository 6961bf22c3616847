-- name: bump_ratio(run_id)^
-- Postings brought to the top again, a day since the last accepted run, as a share of the postings open then.
-- bound: <= ACCEPT_BUMPED
-- few: ACCEPT_FEW_EVENTS
with me as (
    select r.run_id, r.site, greatest(extract(epoch from r.as_of - b.as_of) / 86400.0, 1.0)::float8 as days,
           (select count(*) from crawl.staged_postings s where s.run_id = b.run_id) as before
    from crawl.runs r join crawl.runs b on b.run_id = r.base_run where r.run_id = :run_id
), events as (
    select posting_id, detail from crawl.posting_events where run_id = :run_id and event = 'bumped'
)
select (select count(*) from events) / days / nullif(before, 0) as value, (select count(*) from events)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', posting_id, 'detail', detail)), '[]')
        from (select * from events order by posting_id limit 10) shown) as sample
from me;
