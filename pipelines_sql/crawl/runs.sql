-- name: unfinished(site, kind, mode, scope, label)^
-- The one unfinished run of an identity, locked against other processes that look for it. Not against those that write
-- rows of the run: they go on to what joining has locked before, its site.
select * from crawl.runs
where site = :site and kind = :kind and mode = :mode and scope = :scope and label = :label
  and status in ('running', 'interrupted')
for no key update;

-- name: judged(site, kind, mode, scope, label)^
-- The judged run of a label, if any: a worker that joins it ends with its status.
select * from crawl.runs
where site = :site and kind = :kind and mode = :mode and scope = :scope and label = :label
  and status in ('accepted', 'rejected', 'failed')
order by run_id desc limit 1;

-- name: last_accepted(site, kind)^
-- The newest whole run that made the state of the world.
select run_id from crawl.runs
where site = :site and kind = :kind and status = 'accepted' and scope = ''
order by run_id desc limit 1;

-- name: create(site, kind, mode, scope, label, profile_digest, as_of)^
-- Begin a run, compared with the last accepted whole run. Intraday runs of a board are compared among themselves.
insert into crawl.runs (site, kind, mode, scope, label, profile_digest, as_of, base_run)
values (:site, :kind, :mode, :scope, :label, :profile_digest, coalesce(:as_of, now()),
        (select run_id from crawl.runs
         where site = :site and kind = :kind and status = 'accepted' and scope = ''
           and (mode = 'intraday') = (:mode = 'intraday')
         order by run_id desc limit 1))
returning *;

-- name: resume(run_id)!
update crawl.runs set status = 'running', finished_at = null, reason = null where run_id = :run_id;

-- name: finish(run_id, status, reason)!
-- End a run that has not ended yet. That another of its workers is interrupted as well is no second end.
update crawl.runs
set status = :status, reason = :reason,
    finished_at = case when status = 'interrupted' and :status = 'interrupted' then finished_at else now() end
where run_id = :run_id and status in ('running', 'interrupted');

-- name: one_at_a_time(run_id)^
-- Runs of a site are judged one after the other: each sees what the one before has promoted.
select pg_advisory_xact_lock(hashtextextended(site, 3)) from crawl.runs where run_id = :run_id;

-- name: lock(run_id)^
-- A run to be judged: nobody else judges it meanwhile.
select kind, mode, scope, status, reason from crawl.runs where run_id = :run_id for update;

-- name: judge(run_id, status, reason)!
-- The judgement of a run, of a rejected one also when it is judged again.
update crawl.runs set status = :status, reason = :reason, finished_at = coalesce(finished_at, now())
where run_id = :run_id and status in ('running', 'interrupted', 'rejected');

-- name: newest(site)^
-- The newest whole run of a site that came to anything.
select run_id, kind, status from crawl.runs
where site = :site and scope = '' and status <> 'failed'
order by run_id desc limit 1;

-- name: newest_scoped(site, run_id)^
-- A run of a site that covers a part only: this one, or the newest.
select run_id, scope, status, mode from crawl.runs
where site = :site and scope <> '' and run_id = coalesce(:run_id::bigint, run_id)
order by run_id desc limit 1;

-- name: work_left(run_id)^
-- Slices and fetches that have not ended. A run that is not planned yet has everything before it.
select count(*) filter (where s.status in ('waiting', 'pending', 'running') or (s.status = 'cut' and s.proven is null))
           + (case when r.plan is null then 1 else 0 end) as slices,
       (select count(*) from crawl.fetches f where f.run_id = r.run_id and f.status in ('pending', 'leased')) as fetches
from crawl.runs r left join crawl.slices s using (run_id)
where r.run_id = :run_id group by r.run_id;

-- name: status(run_id)^
select status, reason from crawl.runs where run_id = :run_id;

-- name: add_stats(run_id, stats)!
update crawl.runs set stats = stats || :stats where run_id = :run_id;

-- name: know_site(site, kind)!
insert into crawl.sites (site, kind) values (:site, :kind) on conflict (site) do nothing;

-- name: site(site)^
select * from crawl.sites where site = :site;

-- name: last_look(run_id)^
-- The looks at feeds of the run that this one is compared with, and the site's present at the newest accepted run.
select b.plan -> 'feeds' as feeds,
       (select a.plan ->> 'present' from crawl.runs a
        where a.site = r.site and a.kind = r.kind and a.status = 'accepted' and a.scope = ''
        order by a.run_id desc limit 1) as present
from crawl.runs r left join crawl.runs b on b.run_id = r.base_run
where r.run_id = :run_id;

-- name: remember_ceiling(run_id, ceiling, behaviour)!
update crawl.sites s set ceiling = :ceiling, behaviour = :behaviour, measured_at = r.as_of
from crawl.runs r where r.run_id = :run_id and s.site = r.site;

-- name: forget_ceiling(site)!
update crawl.sites set measured_at = null where site = :site;

-- name: served_depth(site, depth)!
-- Keep the deepest row that the site was seen to serve of one query.
update crawl.sites set served_depth = :depth where site = :site and served_depth < :depth;

-- name: account(run_id, stage, requests, retries, bytes, seconds)!
-- Add what this process spent on a stage.
insert into crawl.request_account (run_id, stage, requests, retries, bytes, seconds)
values (:run_id, :stage, :requests, :retries, :bytes, :seconds)
on conflict (run_id, stage) do update
set requests = request_account.requests + excluded.requests,
    retries = request_account.retries + excluded.retries,
    bytes = request_account.bytes + excluded.bytes,
    seconds = request_account.seconds + excluded.seconds;

-- name: carry_over(run_id, site)!
-- What an unpromoted run fetched since the last accepted one stays usable: it is staged here again.
insert into crawl.staged_cards (run_id, org_id, verdict, http_status, digest, card, fetched_at)
select distinct on (s.org_id) :run_id, s.org_id, s.verdict, s.http_status, s.digest, s.card, s.fetched_at
from crawl.staged_cards s
join crawl.runs r using (run_id)
join crawl.runs me on me.run_id = :run_id
where r.site = :site and r.kind = me.kind and r.run_id < :run_id and r.run_id > coalesce(me.base_run, 0)
  and r.status in ('rejected', 'failed') and r.mode <> 'reparse' and r.profile_digest = me.profile_digest
  and s.verdict = 'live'
order by s.org_id, s.run_id desc
on conflict do nothing;

-- name: end_stopped(sessions, lease_s)
-- End what a worker that stands still has open: the server has been waiting for it for a lease in the middle of a
-- COPY or of a batch, with locks that keep its units from going to others.
select pg_terminate_backend(pid)
from pg_stat_activity
where datname = current_database() and usename = current_user and application_name = :sessions
  and state in ('active', 'idle in transaction') and wait_event_type = 'Client'
  and greatest(query_start, state_change) < now() - make_interval(secs => :lease_s);

-- name: holders(run_id)
-- Who holds units of a run, how many, and the latest moment until which.
select leased_by, count(*) as units, max(leased_until) as until
from (select leased_by, leased_until from crawl.slices where run_id = :run_id and status = 'running'
      union all
      select leased_by, leased_until from crawl.fetches where run_id = :run_id and status = 'leased') held
group by leased_by
order by leased_by;
