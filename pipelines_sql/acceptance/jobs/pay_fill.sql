-- name: pay_fill(run_id)^
-- Share of the postings seen that have a pay.
-- bound: >= ACCEPT_PAY_FILL
with seen as (
    select s.posting_id, coalesce(s.payload ->> 'pay', p.payload ->> 'pay') is not null as filled
    from crawl.staged_postings s
    join crawl.runs r using (run_id)
    left join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
        and (s.payload is null or ('pay' = 'description' and s.text_digest is null))
    where s.run_id = :run_id
)
select count(*) filter (where filled)::float8 / nullif(count(*), 0) as value,
       (select coalesce(jsonb_agg(posting_id), '[]')
        from (select posting_id from seen where not filled order by posting_id limit 10) worst) as sample
from seen;
