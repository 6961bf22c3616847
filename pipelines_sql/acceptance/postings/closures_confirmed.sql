-- name: closures_confirmed(run_id)^
-- Of the postings missed in proven windows, the share whose own page says that they ended, or whose date has passed.
-- bound: >= ACCEPT_CLOSURES_CONFIRMED
-- few: ACCEPT_FEW_RECORDS
with missed as (
    select posting_id, verdict, note, coalesce(verdict in ('gone', 'closed'), false) or note = 'closed by expiry' as is_hard
    from crawl.posting_verdicts v
    where run_id = :run_id and covered
      and not exists (select from crawl.staged_postings s where s.run_id = v.run_id and s.posting_id = v.posting_id)
)
select count(*) filter (where is_hard)::float8 / nullif(count(*), 0) as value,
       count(*) filter (where is_hard is not true)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', posting_id, 'verdict', verdict)), '[]')
        from (select * from missed where is_hard is not true order by posting_id limit 10) worst) as sample
from missed;
