-- name: largest_cluster(run_id)^
-- Open cards of the largest organisation: one that holds more is a shared number, not one business.
-- bound: <= ACCEPT_LARGEST_CLUSTER
with clusters as (
    select o.organisation_id, o.name,
           (select count(*) from crawl.cards c
            where c.site = o.site and c.org_id = any (o.aliases) and c.closed_at is null) as cards
    from crawl.organisations o join crawl.runs r using (site)
    where r.run_id = :run_id and o.closed_at is null and cardinality(o.aliases) > 1
)
select coalesce(max(cards), 1)::float8 as value,
       (select coalesce(jsonb_agg(jsonb_build_object('organisation', organisation_id, 'name', name, 'cards', cards)), '[]')
        from (select * from clusters order by cards desc limit 10) worst) as sample
from clusters;
