-- name: unconfirmed(run_id, accept_unconfirmed_age)^
-- Open postings that nothing has confirmed for longer than ACCEPT_UNCONFIRMED_AGE, as a share of all open ones.
-- bound: <= ACCEPT_UNCONFIRMED
-- few: ACCEPT_FEW_RECORDS
with open as (
    select p.posting_id, r.as_of - coalesce(p.last_confirmed, p.first_seen) as age
    from crawl.postings p join crawl.runs r using (site) where r.run_id = :run_id and p.state <> 'closed'
)
select count(*) filter (where age > make_interval(secs => :accept_unconfirmed_age))::float8 / nullif(count(*), 0) as value,
       count(*) filter (where age > make_interval(secs => :accept_unconfirmed_age))::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', posting_id, 'days', round(extract(epoch from age) / 86400))), '[]')
        from (select * from open order by age desc, posting_id limit 10) worst) as sample
from open;
