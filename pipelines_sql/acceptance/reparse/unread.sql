-- name: unread(run_id)^
-- Archived pages that give no record any more, though one was read from them, as a share of those read anew. Their
-- records stay as they are.
-- bound: <= ACCEPT_UNREAD
-- few: ACCEPT_FEW_RECORDS
with me as (
    select run.run_id, run.site, r.run_id as rereads, r.as_of
    from crawl.runs run join crawl.runs r on r.run_id = (run.plan ->> 'rereads')::bigint
    where run.run_id = :run_id
), units as (
    select f.kind, f.record_id,
           case when f.status = 'failed' then coalesce(f.error, 'failed')
                when f.kind = 'card' and s.card is null
                     and case when old.org_id is not null then old.card is not null else c.last_fetched = me.as_of end
                then 'its page reads as ' || coalesce(s.verdict, 'nothing')
                when f.kind = 'posting' and v.verdict = 'unknown' and was.verdict in ('live', 'closed')
                then 'its page reads as nothing' end as reason
    from me
    join crawl.fetches f using (run_id)
    left join crawl.staged_cards s on s.run_id = me.run_id and s.org_id = f.record_id and f.kind = 'card'
    left join crawl.staged_cards old on old.run_id = me.rereads and old.org_id = s.org_id
    left join crawl.cards c on c.site = me.site and c.org_id = s.org_id
    left join crawl.posting_verdicts v on v.run_id = me.run_id and v.posting_id = f.record_id and f.kind = 'posting'
    left join crawl.posting_verdicts was on was.run_id = me.rereads and was.posting_id = v.posting_id
)
select coalesce(count(reason)::float8 / nullif(count(*), 0), 0.0) as value, count(reason)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('of', kind, 'id', record_id, 'reason', reason)), '[]')
        from (select * from units where reason is not null order by kind, record_id limit 10) worst) as sample
from units;
