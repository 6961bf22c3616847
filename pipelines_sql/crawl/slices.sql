-- name: plan_of(run_id)^
-- The axis values that the run was planned with, or null while nobody has planned it.
select plan from crawl.runs where run_id = :run_id;

-- name: lock_run(run_id)^
select run_id from crawl.runs where run_id = :run_id for update;

-- name: set_plan(run_id, plan)!
update crawl.runs set plan = :plan where run_id = :run_id;

-- name: add_rubric(run_id, rubric_id, parent_id, level, name, url, count)!
insert into crawl.rubrics (run_id, rubric_id, parent_id, level, name, url, count)
values (:run_id, :rubric_id, :parent_id, :level, :name, :url, :count)
on conflict do nothing;

-- name: add_root(run_id, root_id, path, filters, expected)!
insert into crawl.slices (run_id, root_id, path, filters, expected)
values (:run_id, :root_id, :path, :filters, :expected);

-- name: add_child(run_id, parent_id, way, way_name, root_id, path, filters, own_pages, expected, status)!
insert into crawl.slices (run_id, parent_id, way, way_name, root_id, path, filters, own_pages, expected, status)
values (:run_id, :parent_id, :way, :way_name, :root_id, :path, :filters, :own_pages, :expected, :status);

-- name: root_paths(run_id)
select path from crawl.slices where run_id = :run_id and parent_id is null;

-- name: tell_count(slice_id, worker, fence, count)^
-- What page one says, before the walk is over; the parent is locked, lest two siblings miss each other's word.
with parent as (
    select p.slice_id from crawl.slices p join crawl.slices s on s.parent_id = p.slice_id
    where s.slice_id = :slice_id for update of p
)
update crawl.slices s set told = true, expected = :count
from parent
where s.slice_id = :slice_id and s.status = 'running' and s.leased_by = :worker and s.fence = :fence
returning parent.slice_id as parent_id;

-- name: release_rests(run_id, parent_id)!
-- A slice that waits for its siblings' counts waits no longer once each has told its own or has ended. Its count is
-- what they leave of the parent's, where all are known.
update crawl.slices w
set status = 'pending', counted = told.n is not null, expected = greatest(p.expected - told.n, 0)
from crawl.slices p, lateral (
    select sum(s.expected) filter (where s.told) as n_told, bool_and(s.told and s.expected is not null) as all_known,
           bool_and(s.told or s.status in ('complete', 'cut', 'truncated', 'failed')) as all_told
    from crawl.slices s where s.parent_id = p.slice_id and s.status <> 'waiting'
) siblings, lateral (select case when siblings.all_known then siblings.n_told end as n) told
where w.run_id = :run_id and w.status = 'waiting' and w.parent_id = p.slice_id
  and (:parent_id::bigint is null or p.slice_id = :parent_id) and siblings.all_told;

-- name: guess_roots(run_id, base_run, reach)!
-- The last accepted run's parts are the first guess of this one: what it cut is cut again without a probe, where the
-- rubric tree shows a count on which the residual check can stand.
update crawl.slices s
set status = 'cut', guess = 'cut', reason = 'cut as in the last accepted run'
from crawl.slices old
where s.run_id = :run_id and s.parent_id is null and s.expected > :reach
  and old.run_id = :base_run and old.parent_id is null and old.root_id = s.root_id and old.status = 'cut';

-- name: guess_children(run_id, base_run)!
-- Give every slice that is cut by guess, and has no children yet, the children that the base run gave its twin. Their
-- old counts only order the work; page one of each tells the new one.
insert into crawl.slices
    (run_id, parent_id, way, way_name, root_id, path, filters, expected, status, guess, reason)
select s.run_id, s.slice_id, 0, c.way_name, c.root_id, c.path, c.filters,
       case when c.status <> 'cut' then c.expected end,
       case when c.status = 'cut' then 'cut' else 'pending' end, c.status,
       case when c.status = 'cut' then 'cut as in the last accepted run' end
from crawl.slices s
join crawl.slices t on t.run_id = :base_run and t.root_id = s.root_id and t.filters = s.filters
    and not t.own_pages and t.status = 'cut'
join crawl.slices c on c.parent_id = t.slice_id and not c.own_pages
    and c.way_name = (select f.way_name from crawl.slices f where f.parent_id = t.slice_id and f.way = 0 limit 1)
where s.run_id = :run_id and s.guess = 'cut' and s.status = 'cut'
  and not exists (select from crawl.slices x where x.parent_id = s.slice_id);

-- name: expire(run_id, worker)!
-- The leases of a worker that is known to have ended are over.
update crawl.slices set leased_until = now() - interval '1 second'
where run_id = :run_id and status = 'running' and leased_by = :worker;

-- name: return_expired(run_id, max_attempts)!
-- Slices whose worker has not been heard of for a lease go back, or have failed after their last attempt.
update crawl.slices
set status = case when attempts >= :max_attempts then 'failed' else 'pending' end,
    proven = case when attempts >= :max_attempts then false end,
    ended_at = case when attempts >= :max_attempts then now() end,
    reason = coalesce(reason || '; ', '') || 'the worker ' || leased_by || ' was not heard of any more',
    leased_by = null, leased_until = null
where run_id = :run_id and status = 'running' and leased_until < now();

-- name: claim(run_id, worker, lease_s, n)
-- Take slices that wait; the large ones first, so that they do not end last.
update crawl.slices s
set status = 'running', leased_by = :worker, leased_until = now() + make_interval(secs => :lease_s),
    fence = s.fence + 1, attempts = s.attempts + 1
from (
    select slice_id from crawl.slices
    where run_id = :run_id and status = 'pending' and (available_at is null or available_at <= now())
      and exists (select from crawl.runs r where r.run_id = :run_id and r.status in ('running', 'interrupted'))
    order by expected desc nulls first, slice_id
    limit :n
    for update skip locked
) next
where s.slice_id = next.slice_id
returning s.slice_id, s.parent_id, s.root_id, s.path, s.own_pages, s.expected, s.counted, s.fence, s.attempts;

-- name: renew(run_id, worker, lease_s)!
update crawl.slices set leased_until = now() + make_interval(secs => :lease_s)
where run_id = :run_id and status = 'running' and leased_by = :worker;

-- name: finish(slice_id, worker, fence, status, proven, reason, expected, facets, collected, pages, ends_at)!
-- The end of a slice; no row where the lease was taken over meanwhile.
update crawl.slices
set status = :status, proven = :proven, reason = :reason, expected = :expected, facets = :facets,
    collected = :collected, pages = pages + :pages, ends_at = :ends_at, ended_at = now(), leased_by = null,
    leased_until = null
where slice_id = :slice_id and status = 'running' and leased_by = :worker and fence = :fence;

-- name: prove_ends(run_id)!
-- A list that two walks saw end at a row beyond which its site has been served by now did end there.
update crawl.slices s
set status = 'complete', proven = true, reason = 'two full walks agree; deeper rows were served elsewhere'
from crawl.runs r join crawl.sites t using (site)
where s.run_id = :run_id and r.run_id = s.run_id and s.status = 'truncated' and s.ends_at < t.served_depth;

-- name: twin(slice_id)^
-- What the same slice held in the run that this one is compared with, and how often it was doubted in this one. The
-- windows of a board shrink by themselves.
select t.collected as before, s.doubts
from crawl.slices s
join crawl.runs r using (run_id)
join crawl.slices t on t.run_id = r.base_run and t.root_id = s.root_id and t.filters = s.filters and not t.own_pages
where s.slice_id = :slice_id and r.kind = 'directory';

-- name: probe_again(slice_id, worker, fence, reason, pages)!
-- Return a slice whose answer is not believed; the second visit is no further attempt.
update crawl.slices
set status = 'pending', doubts = doubts + 1, attempts = greatest(attempts - 1, 0), reason = :reason,
    pages = pages + :pages, leased_by = null, leased_until = null
where slice_id = :slice_id and status = 'running' and leased_by = :worker and fence = :fence;

-- name: give_back(slice_id, worker, fence, reason, pages, max_attempts)!
-- Return a slice that failed for now; it is tried again until its attempts are used up.
update crawl.slices
set status = case when attempts >= :max_attempts then 'failed' else 'pending' end,
    proven = case when attempts >= :max_attempts then false end,
    ended_at = case when attempts >= :max_attempts then now() end,
    reason = :reason, pages = pages + :pages, leased_by = null, leased_until = null
where slice_id = :slice_id and status = 'running' and leased_by = :worker and fence = :fence;

-- name: release_all(run_id, worker)!
-- Return what this worker still holds, without counting the attempt.
update crawl.slices
set status = 'pending', attempts = greatest(attempts - 1, 0), leased_by = null, leased_until = null
where run_id = :run_id and status = 'running' and leased_by = :worker;

-- name: add_sightings#
-- The staging table of sightings, private to the connection's transaction.
create temporary table if not exists new_sightings (record_id text, position integer, digest text, line jsonb)
on commit delete rows;

-- name: set_aside(run_id, slice_id, record_keys)
-- Note records that are set aside; those come back which no other slice of the run has shown.
with noted as (
    insert into crawl.set_aside (run_id, slice_id, record_key)
    select :run_id, :slice_id, unnest(:record_keys::text[])
    on conflict do nothing
    returning record_key
)
select record_key from noted
where not exists (select from crawl.set_aside other
                  where other.run_id = :run_id and other.record_key = noted.record_key);

-- name: merge_sightings(run_id, slice_id)!
insert into crawl.sightings (run_id, slice_id, record_id, position, digest, line)
select :run_id, :slice_id, record_id, position, digest, line from new_sightings
on conflict do nothing;

-- name: to_settle(run_id)
-- Cut slices not judged yet whose children have all ended, the deepest first.
select s.slice_id from crawl.slices s
where s.run_id = :run_id and s.status = 'cut' and s.proven is null
  and not exists (
      select from crawl.slices c
      where c.parent_id = s.slice_id
        and (c.status in ('waiting', 'pending', 'running') or (c.status = 'cut' and c.proven is null)))
order by jsonb_array_length(s.path) desc, s.slice_id;

-- name: lock_unsettled(slice_id)^
select slice_id, run_id, parent_id, root_id, path, filters, expected, facets, guess from crawl.slices
where slice_id = :slice_id and status = 'cut' and proven is null
for update;

-- name: ways(slice_id)
-- The ways tried to cover a cut slice, in order, and whether each is proven in all its slices.
select way, min(way_name) as way_name, bool_and(coalesce(proven, false)) as proven,
       bool_and(status in ('complete', 'cut', 'truncated', 'failed') and proven is not null) as ended
from crawl.slices where parent_id = :slice_id group by way order by way;

-- name: children_values(slice_id)
-- The axis values that a cut slice's children hold already.
select way_name, path -> -1 ->> 1 as value from crawl.slices where parent_id = :slice_id and not own_pages;

-- name: distinct_under(slice_id)^
-- The distinct ids of a slice and all under it, and how many of them only its newest way brought.
with recursive under as (
    select slice_id, -1 as way from crawl.slices where slice_id = :slice_id
    union all
    select c.slice_id, case when u.way = -1 then c.way else u.way end
    from crawl.slices c join under u on c.parent_id = u.slice_id
), firsts as (
    select record_id, min(way) as way
    from (select slice_id, record_id from crawl.sightings
          union all
          select slice_id, record_key from crawl.set_aside) seen join under using (slice_id)
    group by record_id
)
select count(*) as n, count(*) filter (where way = (select max(way) from under)) as fresh from firsts;

-- name: judge_cut(slice_id, proven, residual, reason, expected, collected)!
update crawl.slices set proven = :proven, residual = :residual, reason = :reason, expected = :expected,
       collected = :collected, ended_at = now()
where slice_id = :slice_id;

-- name: progress(run_id)^
-- How many slices wait or are held, and by whom: by this run's workers with a live lease, or by nobody.
select count(*) filter (where status in ('waiting', 'pending')) as pending,
       count(*) filter (where status = 'running') as held,
       count(*) filter (where status = 'cut' and proven is null) as unsettled
from crawl.slices where run_id = :run_id and (status in ('waiting', 'pending', 'running') or proven is null);
