-- name: undated(run_id)^
-- What the unfiltered search counts beyond all windows: postings without a date, as a share of all. On a board that tells
-- days, those of the day that was not over when the run began are in the tail.
-- bound: <= ACCEPT_UNDATED
-- few: ACCEPT_FEW_RECORDS
with board as (
    select (r.plan ->> 'total')::integer as total, s.expected + (
               select count(distinct g.record_id)::integer
               from crawl.slices t
               join crawl.sightings g on g.run_id = t.run_id and g.slice_id = t.slice_id
               join crawl.staged_postings p on p.run_id = g.run_id and p.posting_id = g.record_id
               where t.run_id = r.run_id and t.root_id = 'tail' and p.posted_at < (r.plan ->> 'present')::timestamptz
           ) as dated
    from crawl.runs r join crawl.slices s using (run_id)
    where r.run_id = :run_id and r.scope = '' and r.plan ->> 'time_axis' is not null
      and s.parent_id is null and s.root_id = ''
)
select greatest(total - dated, 0)::float8 / nullif(total, 0) as value, greatest(total - dated, 0) as n,
       jsonb_build_array(jsonb_build_object('unfiltered', total, 'in windows', dated)) as sample
from board where total is not null and dated is not null;
