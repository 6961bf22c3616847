-- name: stale_cards(run_id, accept_refresh_age)^
-- Open cards that neither a listing nor their own page has confirmed within the refresh age, as a share of all open cards.
-- bound: <= ACCEPT_STALE
-- few: ACCEPT_FEW_RECORDS
with cards as (
    select c.org_id, c.name, c.last_confirmed,
           coalesce(c.last_confirmed, c.first_seen) < r.as_of - make_interval(secs => :accept_refresh_age) as stale
    from crawl.cards c join crawl.runs r using (site)
    where r.run_id = :run_id and c.closed_at is null
)
select count(*) filter (where stale)::float8 / nullif(count(*), 0) as value,
       count(*) filter (where stale)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('card', org_id, 'name', name, 'confirmed', last_confirmed)), '[]')
        from (select * from cards where stale order by last_confirmed limit 10) worst) as sample
from cards;
