-- name: undated(run_id)^
-- What the unfiltered search counts beyond all windows: postings without a date, as a share of all.
-- bound: <= ACCEPT_UNDATED
-- few: ACCEPT_FEW_RECORDS
with board as (
    select (r.plan ->> 'total')::integer as total, s.expected as dated
    from crawl.runs r join crawl.slices s using (run_id)
    where r.run_id = :run_id and r.scope = '' and r.plan ->> 'time_axis' is not null
      and s.parent_id is null and s.root_id = ''
)
select greatest(total - dated, 0)::float8 / nullif(total, 0) as value, greatest(total - dated, 0) as n,
       jsonb_build_array(jsonb_build_object('unfiltered', total, 'in windows', dated)) as sample
from board where total is not null and dated is not null;
