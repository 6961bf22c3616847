-- name: duplicate_share(run_id)^
-- Open cards that the fold joined to another, as a share of all open cards.
-- bound: <= ACCEPT_DUPLICATE_SHARE
with clusters as (
    select o.organisation_id, o.name,
           (select count(*) from crawl.cards c
            where c.site = o.site and c.org_id = any (o.aliases) and c.closed_at is null) as cards
    from crawl.organisations o join crawl.runs r using (site)
    where r.run_id = :run_id and o.closed_at is null and cardinality(o.aliases) > 1
), total as (
    select count(*) as n from crawl.cards c join crawl.runs r using (site) where r.run_id = :run_id and c.closed_at is null
)
select coalesce((select sum(greatest(cards - 1, 0)) from clusters), 0)::float8 / nullif((select n from total), 0) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('organisation', organisation_id, 'name', name, 'cards', cards)), '[]')
        from (select * from clusters order by cards desc limit 10) worst) as sample;
