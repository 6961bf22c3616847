-- What a run looks for beside its listings, once all walks have ended: known records that no listing showed, and records
-- that nobody knows.

-- name: enqueue_missing(run_id, site, budget)!
-- Open cards that no slice of the run showed: a direct fetch says what became of each. Those missed before and those
-- longest unconfirmed go first.
insert into crawl.fetches (run_id, kind, record_id, reason)
select :run_id, 'card', c.org_id, 'missing'
from crawl.cards c
join crawl.runs r on r.run_id = :run_id
where c.site = :site and c.closed_at is null
  and not exists (select from crawl.sightings s where s.run_id = :run_id and s.record_id = c.org_id)
  and not exists (select from crawl.fetches f where f.run_id = :run_id and f.kind = 'card' and f.record_id = c.org_id)
order by c.misses desc, c.last_confirmed nulls first, c.org_id
limit greatest(:budget - (select count(*) from crawl.fetches where run_id = :run_id and reason = 'missing'), 0)
on conflict do nothing;

-- name: enqueue_drafts(run_id, site, budget)!
-- Ids that branch links of this run's cards name, and those that wait already, while no listing shows them.
insert into crawl.fetches (run_id, kind, record_id, reason)
select :run_id, 'card', d.org_id, min(d.reason)
from (
    select p.org_id, 'pending' as reason from crawl.pending_cards p where p.site = :site
    union all
    select b.id, 'branch' from crawl.staged_cards s cross join jsonb_array_elements_text(s.card -> 'branches') b (id)
    where s.run_id = :run_id and s.card is not null
) d
where not exists (select from crawl.cards c where c.site = :site and c.org_id = d.org_id)
  and not exists (select from crawl.sightings s where s.run_id = :run_id and s.record_id = d.org_id)
  and not exists (select from crawl.fetches f where f.run_id = :run_id and f.kind = 'card' and f.record_id = d.org_id)
group by d.org_id
order by d.org_id
limit greatest(:budget - (select count(*) from crawl.fetches
                          where run_id = :run_id and reason in ('branch', 'pending', 'search', 'sitemap')), 0)
on conflict do nothing;

-- name: enqueue_spot_checks(run_id, n)!
-- For each rubric that shows fewer records than in the base run, up to three names that it showed then and not now.
insert into crawl.fetches (run_id, kind, record_id, reason)
select :run_id, 'search', name, rubric
from (
    select c.name, t.root_id as rubric, t.collected - s.collected as lost,
           row_number() over (partition by t.root_id order by md5(c.org_id)) as place
    from crawl.runs r
    join crawl.slices t on t.run_id = r.base_run and t.parent_id is null
    join crawl.slices s on s.run_id = r.run_id and s.parent_id is null and s.root_id = t.root_id
        and s.collected < t.collected
    join crawl.slices part on part.run_id = r.base_run and part.root_id = t.root_id
    join crawl.sightings g on g.slice_id = part.slice_id
    join crawl.cards c on c.site = r.site and c.org_id = g.record_id and c.name <> ''
    where r.run_id = :run_id
      and not exists (select from crawl.sightings n join crawl.slices p using (slice_id)
                      where n.run_id = r.run_id and n.record_id = g.record_id and p.root_id = t.root_id)
    group by c.org_id, c.name, t.root_id, t.collected, s.collected
) lost
where place <= 3
order by place, lost desc, rubric
limit greatest(:n - (select count(*) from crawl.fetches where run_id = :run_id and kind = 'search'), 0)
on conflict do nothing;

-- name: finish(run_id, kind, record_id, worker, fence)!
update crawl.fetches set status = 'done', error = null, leased_by = null, leased_until = null
where run_id = :run_id and kind = :kind and record_id = :record_id
  and status = 'leased' and leased_by = :worker and fence = :fence;

-- name: keep_spot_check(run_id, query, rubric_id, hits)!
-- What a search gave, and which of it no listing of the run shows; what is known to be closed is not missed.
insert into crawl.spot_checks (run_id, query, rubric_id, hits, lacking)
select :run_id, :query, :rubric_id, :hits,
       array(select id from unnest(:hits::text[]) id
             where not exists (select from crawl.sightings s where s.run_id = :run_id and s.record_id = id)
               and not exists (select from crawl.cards c join crawl.runs r on r.run_id = :run_id and r.site = c.site
                               where c.org_id = id and c.closed_at is not null))
on conflict (run_id, query) do update set hits = excluded.hits, lacking = excluded.lacking;

-- name: enqueue_found(run_id, site, ids, reason, budget)!
-- Of the ids found beside the listings, those that no listing shows and that are not known to be closed.
insert into crawl.fetches (run_id, kind, record_id, reason)
select :run_id, 'card', id, :reason
from unnest(:ids::text[]) id
where not exists (select from crawl.sightings s where s.run_id = :run_id and s.record_id = id)
  and not exists (select from crawl.cards c where c.site = :site and c.org_id = id and c.closed_at is not null)
  and not exists (select from crawl.fetches f where f.run_id = :run_id and f.kind = 'card' and f.record_id = id)
limit greatest(:budget - (select count(*) from crawl.fetches
                          where run_id = :run_id and reason in ('branch', 'pending', 'search', 'sitemap')), 0)
on conflict do nothing;
