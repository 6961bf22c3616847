-- Why a posting is as it is: what is kept of it, of its vacancy, and of what the runs learned.

-- name: posting(site, id)^
select posting_id, title, company, region, state, misses, bump_count, posted_at, expires_at, first_seen, last_seen,
       last_confirmed, closed_at, reopened_at, cluster_id, is_representative, payload - 'description' as fields
from crawl.postings where site = :site and posting_id = :id;

-- name: windows(site, id)
select g.run_id as run, s.filters::text as "window", s.expected, s.collected, s.status, s.reason
from crawl.sightings g join crawl.slices s using (slice_id) join crawl.runs r on r.run_id = g.run_id
where r.site = :site and g.record_id = :id
order by g.run_id desc, s.slice_id limit 10;

-- name: verdicts(site, id)
select v.run_id as run, v.verdict, v.http_status as status, v.fetched_at, v.covered, v.state, v.misses, v.note
from crawl.posting_verdicts v join crawl.runs r using (run_id)
where r.site = :site and v.posting_id = :id
order by v.run_id desc limit 10;

-- name: versions(site, id)
select run_id as run, seen_at, changed, payload -> 'before' as before, payload -> 'after' as after
from crawl.posting_versions where site = :site and posting_id = :id
order by run_id desc limit 10;

-- name: events(site, id)
select e.run_id as run, e.event, e.detail from crawl.posting_events e join crawl.runs r using (run_id)
where r.site = :site and e.posting_id = :id
order by e.run_id desc, e.event limit 20;

-- name: copies(site, id)
select case when posting_id = :id then other_id else posting_id end as posting, kind, similarity, run_id as "since run"
from crawl.cluster_links where site = :site and (posting_id = :id or other_id = :id)
order by similarity desc limit 20;
