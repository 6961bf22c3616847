-- name: seen_twice(run_id)^
-- Postings that two of the windows showed which were paged to their ends: they overlap, or much moved meanwhile;
-- as a share of all that windows showed.
-- bound: <= ACCEPT_SEEN_TWICE
-- few: ACCEPT_FEW_RECORDS
with seen as (
    select g.record_id, count(*) as n
    from crawl.sightings g join crawl.slices s using (slice_id) join crawl.runs r on r.run_id = s.run_id
    where g.run_id = :run_id and s.status <> 'cut' and s.root_id = ''
      and s.filters - coalesce(r.plan ->> 'time_axis', '') = '{}'
    group by g.record_id
)
select coalesce(count(*) filter (where n > 1)::float8 / nullif(count(*), 0), 0.0) as value,
       count(*) filter (where n > 1)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', record_id, 'windows', n)), '[]')
        from (select * from seen where n > 1 order by record_id limit 10) worst) as sample
from seen;
