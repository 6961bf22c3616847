-- name: district_totals(run_id, accept_few_records)^
-- The least share of the rows that the rubrics' own counts promised a district which listed cards of that district make
-- up, districts that lack a handful left out.
-- bound: >= ACCEPT_DISTRICT_COVERAGE
with roots as (
    select slice_id, root_id, facets -> 'district' as districts from crawl.slices join crawl.runs using (run_id)
    where run_id = :run_id and parent_id is null and facets -> 'district' <> '{}'
      and plan ->> 'fixed_total' is null  -- else its counts follow nothing either
), promised as (
    select key as district, sum(value::integer) as rows from roots, jsonb_each_text(districts) group by key
), shown as (
    select distinct s.root_id, g.record_id
    from crawl.sightings g join crawl.slices s using (slice_id)
    where g.run_id = :run_id and s.root_id in (select root_id from roots)
), reached as (
    select c.district, count(*) as rows
    from shown h join crawl.runs r on r.run_id = :run_id
    join crawl.cards c on c.site = r.site and c.org_id = h.record_id
    group by c.district
), short as (
    select district, p.rows as promised, d.rows as reached, d.rows::float8 / p.rows as share
    from promised p join reached d using (district)  -- a district that cards name in other words is not compared
    where p.rows - d.rows > :accept_few_records
)
select min(share) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('district', district, 'promised', promised, 'reached', reached)), '[]')
        from (select * from short order by share limit 10) worst) as sample
from short;
