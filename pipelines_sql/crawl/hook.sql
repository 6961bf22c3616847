-- What is told of a run to whoever is not there.

-- name: claim(run_id, event)^
-- Take it upon oneself to tell of an end of a run, or that it is late; no row where another process has. A worker that
-- broke off could not write the end down: that it did is told each time.
insert into crawl.hook_calls (run_id, event, of)
select run_id, :event, case when :event = 'late' then started_at else coalesce(finished_at, clock_timestamp()) end
from crawl.runs
where run_id = :run_id
  and (status = :event or (status = 'running' and :event in ('late', 'interrupted', 'failed')))
on conflict do nothing
returning run_id;

-- name: summary(run_id)^
-- A run in a few figures.
select r.run_id, r.site, r.kind, r.mode, r.scope, r.label, r.status, r.reason, r.started_at, r.finished_at,
       extract(epoch from coalesce(r.finished_at, clock_timestamp()) - r.started_at)::float8 as duration_s,
       (select a.value from crawl.acceptance_results a where a.run_id = r.run_id and a."check" = 'coverage') as coverage,
       (select coalesce(jsonb_agg(jsonb_build_object('check', a."check", 'value', a.value, 'bound', a.bound,
                                                     'meaning', a.meaning) order by a."check"), '[]')
        from crawl.acceptance_results a where a.run_id = r.run_id and not a.passed) as checks_failed,
       (select coalesce(jsonb_object_agg(event, n), '{}')
        from (select event, count(*) as n
              from (select event from crawl.organisation_events where run_id = r.run_id
                    union all
                    select event from crawl.posting_events where run_id = r.run_id) events
              group by event) counted) as changes,
       (select coalesce(jsonb_object_agg(stage, requests), '{}')
        from crawl.request_account where run_id = r.run_id and requests > 0) as requests
from crawl.runs r where r.run_id = :run_id;

-- name: usual(run_id)^
-- How long a run has been going on, and the median of the last five accepted ones of the same kind and scope.
select extract(epoch from clock_timestamp() - r.started_at)::float8 as running_s, usual.seconds as usual_s
from crawl.runs r, lateral (
    select percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)::float8) as seconds
    from (select finished_at, started_at from crawl.runs
          where site = r.site and kind = r.kind and mode = r.mode and scope = r.scope and status = 'accepted'
            and run_id < r.run_id
          order by run_id desc limit 5) last
) usual
where r.run_id = :run_id;

-- name: given_up(run_id)
-- The run that was failed to make room for this one: too old, or planned under another profile.
select old.run_id
from crawl.runs r
join crawl.runs old on (old.site, old.kind, old.mode, old.scope, old.label) = (r.site, r.kind, r.mode, r.scope, r.label)
where r.run_id = :run_id and old.status = 'failed' and old.finished_at = r.started_at;
