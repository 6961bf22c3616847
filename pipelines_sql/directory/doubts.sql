-- Parts that came back thinner than last time: which they are, and what the pages of their cards say.

-- name: twins(run_id)
-- The proven slices of a run beside the same slices of the base run: what each held then and holds now.
select s.slice_id, t.collected as before, s.collected as now
from crawl.slices s
join crawl.runs r using (run_id)
join crawl.slices t on t.run_id = r.base_run and t.root_id = s.root_id and t.filters = s.filters and not t.own_pages
where s.run_id = :run_id and s.proven and not s.own_pages;

-- name: doubt(slice_id, reason)!
update crawl.slices set proven = false, doubts = doubts + 1, reason = :reason where slice_id = :slice_id;

-- name: doubted(run_id)
select slice_id from crawl.slices where run_id = :run_id and doubts > 0 and not proven order by slice_id;

-- name: sample(slice_id, n)^
-- Of the cards that a doubted slice held in the base run and that no slice shows now, a sample: how many were drawn, and
-- how many of their pages said in this run that they are gone or closed.
with recursive me as (
    select s.run_id, r.started_at, t.slice_id as twin_id
    from crawl.slices s
    join crawl.runs r using (run_id)
    join crawl.slices t on t.run_id = r.base_run and t.root_id = s.root_id and t.filters = s.filters and not t.own_pages
    where s.slice_id = :slice_id
), under as (
    select twin_id as slice_id from me
    union all
    select c.slice_id from crawl.slices c join under u on c.parent_id = u.slice_id
), drawn as (
    select record_id
    from (select distinct record_id from crawl.sightings join under using (slice_id)) held
    where not exists (select from crawl.sightings n join me using (run_id) where n.record_id = held.record_id)
    order by md5(record_id)
    limit :n
)
select count(*) as asked, count(*) filter (where v.verdict in ('gone', 'closed')) as hard
from drawn cross join me
left join crawl.staged_cards v
    on v.run_id = me.run_id and v.org_id = drawn.record_id and v.fetched_at >= me.started_at;

-- name: believe(slice_id, reason)!
update crawl.slices set proven = true, status = 'complete', reason = :reason where slice_id = :slice_id;

-- name: spread_doubt(run_id)!
-- A cut slice is proven no longer when a slice of each of its ways is not; repeated until it changes nothing.
update crawl.slices s
set proven = false, reason = coalesce(s.reason || '; ', '') || 'a part of it is not believed'
where s.run_id = :run_id and s.status = 'cut' and s.proven
  and not exists (select from crawl.slices c where c.parent_id = s.slice_id
                  group by c.way having bool_and(coalesce(c.proven, false)));

-- name: spread_belief(run_id)!
-- A cut slice whose count is reached is proven by any way that is now proven; repeated until it changes nothing.
update crawl.slices s
set proven = true, reason = coalesce(s.reason || '; ', '') || 'its doubted parts are confirmed'
where s.run_id = :run_id and s.status = 'cut' and not s.proven and s.residual = 0 and s.doubts = 0
  and s.collected >= coalesce(s.expected, s.collected)
  and exists (select from crawl.slices c where c.parent_id = s.slice_id
              group by c.way having bool_and(coalesce(c.proven, false)))
  and exists (select from crawl.slices c where c.parent_id = s.slice_id and c.doubts > 0);
