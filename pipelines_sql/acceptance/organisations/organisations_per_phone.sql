-- name: organisations_per_phone(run_id)^
-- Open organisations for each telephone number after folding, on average: duplicates that were not joined raise it.
-- bound: <= ACCEPT_ORGANISATIONS_PER_PHONE
with numbers as (
    select distinct o.organisation_id, key
    from crawl.organisations o
    join crawl.runs r using (site)
    join crawl.cards c on c.site = o.site and c.org_id = any (o.aliases) and c.closed_at is null
    cross join unnest(c.phone_keys) key
    where r.run_id = :run_id and o.closed_at is null
), shared as (
    select key, count(*) as organisations from numbers group by key
)
select avg(organisations)::float8 as value,
       (select coalesce(jsonb_agg(jsonb_build_object('phone', key, 'organisations', organisations)), '[]')
        from (select * from shared order by organisations desc, key limit 10) worst) as sample
from shared;
