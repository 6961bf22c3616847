-- name: spot_checks(run_id)^
-- Open records that the search found alive and no listing of the run shows, as a share of both.
-- bound: <= ACCEPT_NAMED_HOLES
-- few: ACCEPT_FEW_RECORDS
with holes as (
    select distinct on (l.org_id) l.org_id, s.query, s.rubric_id
    from crawl.spot_checks s
    join crawl.runs r using (run_id)
    cross join unnest(s.lacking) l (org_id)
    join crawl.cards c on c.site = r.site and c.org_id = l.org_id
    join crawl.staged_cards v on v.run_id = r.run_id and v.org_id = l.org_id and v.verdict = 'live'
        and v.fetched_at >= r.started_at
    where s.run_id = :run_id
    order by l.org_id, s.query
)
select count(*)::float8
           / nullif(count(*) + (select count(distinct record_id) from crawl.sightings where run_id = :run_id), 0) as value,
       count(*)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', org_id, 'rubric', rubric_id, 'searched', query)), '[]')
        from (select * from holes order by org_id limit 10) worst) as sample
from holes;
