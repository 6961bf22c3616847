-- name: folded_totals(run_id, accept_few_records)^
-- The greatest share of its rows that any rubric or district loses to the fold: organisations in it, against the records
-- that its own count promised when the run was planned. A shared hotline that joins strangers shows here first.
-- bound: <= ACCEPT_FOLDED_LOSS
with me as (
    select run_id, site from crawl.runs where run_id = :run_id
), shown as materialized (
    select distinct s.root_id, g.record_id
    from crawl.sightings g join crawl.slices s using (slice_id) where g.run_id = :run_id
), rows as (
    select h.root_id, c.district, o.organisation_id, o.district as organisation_district
    from shown h
    join me on true
    join crawl.cards c on c.site = me.site and c.org_id = h.record_id and c.closed_at is null
    join (select site, organisation_id, district, unnest(aliases) as card_id from crawl.organisations) o
        on o.site = me.site and o.card_id = c.org_id
), totals as (
    select 'rubric ' || r.root_id as place, greatest(count(*), min(s.expected) filter (where s.proven)) as cards,
           count(distinct r.organisation_id) as organisations
    from rows r join crawl.slices s on s.run_id = :run_id and s.parent_id is null and s.root_id = r.root_id
    group by r.root_id
    union all
    select 'district ' || k.district, k.cards, coalesce(o.organisations, 0)
    from (select district, count(distinct (root_id, organisation_id, district)) as spread, count(*) as cards
          from rows where district is not null group by district) k
    left join (select organisation_district as district, count(distinct (root_id, organisation_id)) as organisations
               from rows group by organisation_district) o using (district)
), losses as (
    select *, 1 - organisations::float8 / cards as loss from totals where cards - organisations > 2 * :accept_few_records
)
select max(loss) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('place', place, 'cards', cards, 'organisations', organisations)), '[]')
        from (select * from losses order by loss desc limit 10) worst) as sample
from losses;
