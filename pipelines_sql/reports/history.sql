-- What runs one after another have in common: their sources, their changes.

-- name: sources(runs)
-- Which link answered each field in each of these runs.
select run_id, field, source, n from crawl.field_sources where run_id = any (:runs) order by field, source, run_id;

-- name: organisation_events(runs)
select run_id, event, count(*) as n from crawl.organisation_events where run_id = any (:runs) group by run_id, event
order by run_id, event;

-- name: posting_events(runs)
select run_id, event, count(*) as n from crawl.posting_events where run_id = any (:runs) group by run_id, event
order by run_id, event;
