-- name: id_collisions(run_id)^
-- Ids under which the listings show records of different names, as a share of all ids: one id, two records.
-- bound: <= ACCEPT_ID_COLLISIONS
-- few: ACCEPT_FEW_RECORDS
with ids as (
    select record_id, count(distinct line -> 'name') as names, jsonb_agg(distinct line -> 'name') as shown
    from crawl.sightings where run_id = :run_id group by record_id
)
select coalesce(count(*) filter (where names > 1)::float8 / nullif(count(*), 0), 0.0) as value,
       count(*) filter (where names > 1)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', record_id, 'names', shown)), '[]')
        from (select * from ids where names > 1 order by record_id limit 10) worst) as sample
from ids;
