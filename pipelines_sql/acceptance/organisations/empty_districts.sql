-- name: empty_districts(run_id)^
-- Districts that held five open organisations or more before the run, and hold none after it.
-- bound: <= ACCEPT_EMPTY_DISTRICTS
with before as (
    select district, count(*) as held from organisations_before
    where closed_at is null and district is not null group by district having count(*) >= 5
), emptied as (
    select b.district, b.held from before b
    where not exists (select from crawl.organisations o join crawl.runs r using (site)
                      where r.run_id = :run_id and o.closed_at is null and o.district = b.district)
)
select count(*)::float8 as value,
       coalesce(jsonb_agg(jsonb_build_object('district', district, 'held', held)), '[]') as sample
from emptied;
