-- name: standstill(run_id, accept_usual_opened, accept_usual_closed)^
-- Openings and closures, the rarer of the two, as a share of what a usual week brings; nothing is measured until fifty of
-- it could be expected. A world that stands still is not believed.
-- bound: >= ACCEPT_STANDSTILL
with span as (
    select extract(epoch from r.as_of - b.as_of) / 604800.0 as weeks,
           (select count(*) from organisations_before where closed_at is null) as organisations,
           (select count(*) from crawl.organisation_events where run_id = :run_id and event = 'opened') as opened,
           (select count(*) from crawl.organisation_events where run_id = :run_id and event = 'closed') as closed
    from crawl.runs r join crawl.runs b on b.run_id = r.base_run where r.run_id = :run_id
), expected as (
    select *, organisations * weeks * :accept_usual_opened as openings, organisations * weeks * :accept_usual_closed as closures
    from span
)
select case when least(openings, closures) >= 50 then least(opened / openings, closed / closures)::float8 end as value,
       jsonb_build_array(jsonb_build_object('opened', opened, 'usual openings', round(openings::numeric), 'closed', closed,
                                            'usual closures', round(closures::numeric))) as sample
from expected;
