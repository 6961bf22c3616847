-- name: unlisted_rubrics(run_id)^
-- Rubrics that a fetched card names and whose listing does not show it, as a share of all that listed cards name.
-- bound: <= ACCEPT_UNLISTED_RUBRICS
-- few: ACCEPT_FEW_RECORDS
with roots as (
    select root_id from crawl.slices where run_id = :run_id and parent_id is null
), shown as materialized (
    select distinct g.record_id as org_id, s.root_id
    from crawl.sightings g join crawl.slices s using (slice_id) where g.run_id = :run_id
), named as (
    select c.org_id, roots.root_id
    from crawl.staged_cards c
    join crawl.runs r using (run_id)
    cross join jsonb_array_elements_text(c.card -> 'rubrics') n (rubric)
    join roots on roots.root_id = n.rubric
    where c.run_id = :run_id and c.verdict = 'live' and c.fetched_at >= r.started_at and r.scope = ''
      and exists (select from shown where shown.org_id = c.org_id)
), holes as (
    select n.* from named n left join shown s using (org_id, root_id) where s.org_id is null
)
select (select count(*) from holes)::float8 / nullif((select count(*) from named), 0) as value,
       (select count(*) from holes)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('card', org_id, 'rubric', root_id)), '[]')
        from (select * from holes order by org_id, root_id limit 10) worst) as sample;
