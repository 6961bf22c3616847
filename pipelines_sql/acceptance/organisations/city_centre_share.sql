-- name: city_centre_share(run_id)^
-- Open organisations whose point says no more than the city, as a share of those with a point.
-- bound: <= ACCEPT_CITY_CENTRE
with points as (
    select o.latitude, o.longitude, o.precision = 'city' as coarse
    from crawl.organisations o join crawl.runs r using (site)
    where r.run_id = :run_id and o.closed_at is null and o.latitude is not null
), worst as (
    select latitude, longitude, count(*) as n from points where coarse group by latitude, longitude order by n desc limit 10
)
select count(*) filter (where coarse)::float8 / nullif(count(*), 0) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('point', jsonb_build_array(latitude, longitude), 'organisations', n)), '[]')
        from worst) as sample
from points;
