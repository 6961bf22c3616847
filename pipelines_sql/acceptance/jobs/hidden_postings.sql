-- name: hidden_postings(run_id)^
-- Postings that the shortest windows hold beyond what can be paged and no value of another axis shows (a hidden
-- bucket), as a share of all enumerated.
-- bound: <= ACCEPT_HIDDEN_POSTINGS
-- few: ACCEPT_FEW_RECORDS
with gaps as (
    select s.filters, s.expected, s.reason, greatest(s.residual, case when s.status = 'truncated' then s.expected - s.collected end, 0) as hidden
    from crawl.slices s join crawl.runs r using (run_id)
    where s.run_id = :run_id and not s.own_pages
      and s.filters - coalesce(r.plan ->> 'time_axis', '') = '{}'
      and (s.status = 'truncated'
           or exists (select from crawl.slices c where c.parent_id = s.slice_id
                      and c.way_name is distinct from r.plan ->> 'time_axis'))
)
select coalesce(sum(hidden)::float8 / nullif((select count(*) from crawl.staged_postings where run_id = :run_id), 0), 0.0) as value,
       coalesce(sum(hidden), 0)::bigint as n,
       (select coalesce(jsonb_agg(jsonb_build_object('window', filters, 'holds', expected, 'hidden', hidden, 'reason', reason)), '[]')
        from (select * from gaps where hidden > 0 order by hidden desc limit 10) worst) as sample
from gaps;
