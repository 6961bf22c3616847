-- name: set_aside(run_id)^
-- Records on listing pages whose ids are none (too long, empty), as a share of all that were seen.
-- bound: <= ACCEPT_SET_ASIDE
-- few: ACCEPT_FEW_RECORDS
with aside as (
    select count(distinct record_key) as n from crawl.set_aside where run_id = :run_id
), seen as (
    select count(distinct record_id) as n from crawl.sightings where run_id = :run_id
)
select aside.n::float8 / nullif(aside.n + seen.n, 0) as value, aside.n::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('reason', f.reason, 'lines', f.n, 'example', f.example)
                                  order by f.n desc), '[]')
        from crawl.faults f where f.run_id = :run_id and f.field = 'id') as sample
from aside, seen;
