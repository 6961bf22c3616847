-- What an operator asks of the runs of a site, and takes away from them.

-- name: runs(site, n)
-- The newest runs of a site: what became of each, and what is left of those that have not ended.
select r.run_id, r.mode, r.scope, r.label, r.status, r.started_at, r.finished_at,
       s.pending as slices, s.held as slices_held, f.pending as fetches, f.held as fetches_held, f.failed, r.reason
from crawl.runs r
left join lateral (
    select count(*) filter (where status in ('pending', 'waiting') or (status = 'cut' and proven is null)) as pending,
           count(*) filter (where status = 'running') as held
    from crawl.slices where run_id = r.run_id and r.status in ('running', 'interrupted')
) s on true
left join lateral (
    select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'leased') as held,
           count(*) filter (where status = 'failed') as failed
    from crawl.fetches where run_id = r.run_id and r.status in ('running', 'interrupted')
) f on true
where r.site = :site
order by r.run_id desc limit :n;

-- name: last_accepted(site)
-- The last accepted whole run of each mode, how long ago that was, and how long the last five took as a rule.
select last.mode, last.run_id, last.finished_at, extract(epoch from now() - last.finished_at)::float8 as ago_s,
       (select percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)::float8)
        from (select finished_at, started_at from crawl.runs r
              where r.site = :site and r.mode = last.mode and r.scope = '' and r.status = 'accepted'
              order by run_id desc limit 5) five) as usual_s
from (select distinct on (mode) mode, run_id, finished_at from crawl.runs
      where site = :site and scope = '' and status = 'accepted'
      order by mode, run_id desc) last
order by last.run_id desc;

-- name: held(site)
-- Who holds units of the site's unfinished runs, how many, since the oldest was last renewed, and until when.
select r.run_id, h.leased_by, count(*) as units, max(h.leased_until) as until, max(h.leased_until) < now() as is_overdue
from crawl.runs r
join lateral (
    select leased_by, leased_until from crawl.slices where run_id = r.run_id and status = 'running'
    union all
    select leased_by, leased_until from crawl.fetches where run_id = r.run_id and status = 'leased'
) h on true
where r.site = :site and r.status in ('running', 'interrupted')
group by r.run_id, h.leased_by
order by r.run_id, h.leased_by;

-- name: failed_units(site)
-- Units of the site's unfinished runs that have used up their attempts, and why.
select r.run_id, 'slice' as kind, s.filters::text as unit, s.attempts, s.reason
from crawl.runs r join crawl.slices s using (run_id)
where r.site = :site and r.status in ('running', 'interrupted') and s.status = 'failed'
union all
select r.run_id, f.kind, f.record_id, f.attempts, f.error
from crawl.runs r join crawl.fetches f using (run_id)
where r.site = :site and r.status in ('running', 'interrupted') and f.status = 'failed'
order by 1, 2, 3 limit 20;

-- name: release_slices(site, worker)!
-- Take a worker's slices back, untried; the fence keeps what it still brings from being written.
update crawl.slices s
set status = 'pending', attempts = greatest(s.attempts - 1, 0), leased_by = null, leased_until = null, fence = s.fence + 1
from crawl.runs r
where r.run_id = s.run_id and r.site = :site and s.status = 'running' and s.leased_by = :worker;

-- name: release_fetches(site, worker)!
update crawl.fetches f
set status = 'pending', attempts = greatest(f.attempts - 1, 0), leased_by = null, leased_until = null, fence = f.fence + 1
from crawl.runs r
where r.run_id = f.run_id and r.site = :site and f.status = 'leased' and f.leased_by = :worker;

-- name: give_up(site, run_id)!
-- End an unfinished run, whose workers are fenced out by it.
update crawl.runs set status = 'failed', reason = 'given up by hand', finished_at = now()
where site = :site and run_id = :run_id and status in ('running', 'interrupted');

-- name: prunable(site, keep)
-- The runs whose facts retention no longer keeps: those before the last so many accepted whole runs of their kind.
select r.run_id from crawl.runs r
where r.site = :site and r.status not in ('running', 'interrupted')
  and r.run_id < (select min(run_id) from (
        select a.run_id from crawl.runs a
        where a.site = r.site and a.kind = r.kind and a.status = 'accepted' and a.scope = ''
          and (a.mode = 'intraday') = (r.mode = 'intraday')
        order by a.run_id desc limit :keep) kept
      having count(*) = :keep)
order by r.run_id;

-- name: prune_sightings(runs)!
delete from crawl.sightings where run_id = any (:runs);

-- name: prune_set_aside(runs)!
delete from crawl.set_aside where run_id = any (:runs);

-- name: prune_lines(runs)!
delete from crawl.reread_lines where run_id = any (:runs);

-- name: prune_fetches(runs)!
delete from crawl.fetches where run_id = any (:runs);

-- name: prune_cards(runs)!
delete from crawl.staged_cards where run_id = any (:runs);

-- name: prune_postings(runs)!
delete from crawl.staged_postings where run_id = any (:runs);

-- name: prune_witness(runs)!
delete from crawl.witness_checks where run_id = any (:runs);

-- name: prune_spot_checks(runs)!
delete from crawl.spot_checks where run_id = any (:runs);
