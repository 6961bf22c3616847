-- name: closed_in_one_place(run_id, accept_place_from)^
-- The greatest share of the organisations of one district, or of one part of the last accepted run, that this run closes
-- by absence; places that held few are left out.
-- bound: <= ACCEPT_CLOSED_IN_ONE_PLACE
with me as (
    select run_id, site, base_run from crawl.runs where run_id = :run_id
), members as (
    select c.card_id, c.organisation_id, e.organisation_id is not null as closed, b.district
    from cards_before c
    join organisations_before b using (organisation_id)
    left join crawl.organisation_events e on e.run_id = :run_id and e.organisation_id = c.organisation_id
        and e.event = 'closed' and e.detail ->> 'by' = 'absence'
    where b.closed_at is null
), places as (
    select 'district ' || district as place, organisation_id, closed from members where district is not null
    union all
    select 'part ' || s.root_id || ' ' || s.filters, m.organisation_id, m.closed
    from me
    join crawl.slices s on s.run_id = me.base_run and s.status <> 'cut'
    join crawl.sightings g using (slice_id)
    join members m on m.card_id = g.record_id
    union all
    select 'part ' || s.root_id, m.organisation_id, m.closed
    from me
    join crawl.slices s on s.run_id = me.base_run
    join crawl.sightings g using (slice_id)
    join members m on m.card_id = g.record_id
), shares as (
    select place, count(distinct organisation_id) as held, count(distinct organisation_id) filter (where closed) as closed
    from places group by place having count(distinct organisation_id) >= :accept_place_from
)
select max(closed::float8 / held) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('place', place, 'held', held, 'closed', closed)), '[]')
        from (select * from shares where closed > 0 order by closed::float8 / held desc limit 10) worst) as sample
from shares;
