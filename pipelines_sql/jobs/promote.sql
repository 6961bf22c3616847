-- The facts of an accepted run of a board become the state of its postings. Run inside the judging transaction, in this
-- order.

-- name: sighted#
-- What the run saw beside what was known, once for all steps; private to the judging transaction.
create temporary table sighted (
    posting_id text primary key, is_known boolean, was_closed boolean, is_edited boolean, is_bumped boolean,
    moved_back boolean, digest text, payload jsonb, posted_at timestamptz, expires_at timestamptz
) on commit drop;

-- name: compare(run_id, no_text)!
-- A description that was not read is as known, and so is all of a posting whose detail says more of the role than its
-- line, and was not read. A bump is posted_at moving forward while the digest holds, of a posting
-- that had not ended: one that is back, after its page had said that it ended, was not bumped.
insert into sighted
select s.posting_id, p.posting_id is not null, coalesce(p.state = 'closed', false), coalesce(n.digest <> p.digest, false),
       coalesce(s.posted_at > p.posted_at and n.digest = p.digest and p.state <> 'closed' and p.misses = 0, false),
       coalesce(s.posted_at < p.posted_at, false),
       n.digest,
       case when s.payload is null or s.text_digest is not null then s.payload
            when n.is_unread then null
            else s.payload || jsonb_build_object('description', p.payload -> 'description') end,
       s.posted_at, s.expires_at
from crawl.staged_postings s
join crawl.runs r using (run_id)
left join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
cross join lateral (
    select coalesce(s.text_digest is null and p.line_digest <> left(p.digest, 32), false) as is_unread
) u
cross join lateral (
    select u.is_unread, case when u.is_unread then p.digest
                             else s.role_digest || coalesce(s.text_digest, right(p.digest, 32), :no_text) end as digest
) n
where s.run_id = :run_id;

-- name: analyze_sighted#
analyze sighted;

-- name: write_versions(run_id)!
-- An edit of a known posting: the names of the fields that moved, and both values.
insert into crawl.posting_versions (site, posting_id, run_id, digest, changed, payload, seen_at)
select p.site, p.posting_id, r.run_id, s.digest, moved.names,
       jsonb_build_object(
           'before', (select jsonb_object_agg(name, p.payload -> name) from unnest(moved.names) name),
           'after', (select jsonb_object_agg(name, s.payload -> name) from unnest(moved.names) name),
           'posted_before', p.posted_at, 'posted_after', s.posted_at),
       r.as_of
from sighted s
join crawl.runs r on r.run_id = :run_id
join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
cross join lateral (
    select array(select name from unnest(array['apply_url', 'company_id', 'description', 'employment_type', 'location',
                                               'pay', 'remote', 'source_channel', 'title']) name
                 where s.payload -> name is distinct from p.payload -> name order by name) as names
) moved
where s.is_known and s.is_edited and s.payload is not null
on conflict do nothing;

-- name: write_events(run_id)!
-- What the run changed of the postings that it saw. The first accepted run has nothing to be compared with; one of a
-- range, or of a day's middle, is compared with what any run before it knew.
insert into crawl.posting_events (run_id, posting_id, event, detail)
select r.run_id, s.posting_id, e.event, e.detail
from sighted s
join crawl.runs r on r.run_id = :run_id
cross join lateral (
    values ('opened', not s.is_known, '{}'::jsonb),
           ('edited', s.is_known and s.is_edited,
            (select jsonb_build_object('changed', v.changed) from crawl.posting_versions v
             where v.site = r.site and v.posting_id = s.posting_id and v.run_id = r.run_id)),
           ('bumped', s.is_bumped, '{}'), ('moved back', s.moved_back, '{}')
) e (event, happened, detail)
where e.happened
  and exists (select from crawl.runs o where o.site = r.site and o.kind = r.kind and o.scope = '' and o.status = 'accepted')
on conflict do nothing;

-- name: merge_known(run_id)!
update crawl.postings p
set last_seen = r.as_of, last_confirmed = r.as_of, last_run = r.run_id,
    bump_count = p.bump_count + s.is_bumped::integer, moved_back = p.moved_back + s.moved_back::integer,
    posted_at = s.posted_at, expires_at = s.expires_at, digest = s.digest,
    payload = coalesce(s.payload, p.payload),
    title = coalesce(s.payload, p.payload) ->> 'title',
    company_id = coalesce(s.payload, p.payload) ->> 'company_id',
    company = coalesce(s.payload, p.payload) ->> 'company',
    company_kind = coalesce(s.payload, p.payload) ->> 'company_kind',
    requisition = coalesce(s.payload, p.payload) ->> 'requisition',
    first_posted_at = least(p.first_posted_at, s.posted_at),
    region = coalesce(s.payload, p.payload) ->> 'location',
    categories = case when s.payload is null then p.categories
                      else array(select jsonb_array_elements_text(s.payload -> 'categories')) end
from sighted s, crawl.runs r
where r.run_id = :run_id and p.site = r.site and p.posting_id = s.posting_id
  and s.is_known and (s.payload is not null or s.is_edited);

-- name: touch_known(run_id)!
-- Most are as they were but for their stamps.
update crawl.postings p
set last_seen = r.as_of, last_confirmed = r.as_of, last_run = r.run_id,
    bump_count = p.bump_count + s.is_bumped::integer,
    moved_back = p.moved_back + s.moved_back::integer,
    posted_at = s.posted_at, expires_at = s.expires_at, first_posted_at = least(p.first_posted_at, s.posted_at)
from sighted s, crawl.runs r
where r.run_id = :run_id and p.site = r.site and p.posting_id = s.posting_id
  and s.is_known and s.payload is null and not s.is_edited;

-- name: insert_new(run_id)!
insert into crawl.postings (
    site, posting_id, cluster_id, is_representative, company_id, company, company_kind, requisition, title, region,
    categories, digest, posted_at, first_posted_at, expires_at, first_seen, last_seen, last_confirmed, first_run, last_run, payload)
select r.site, s.posting_id, s.posting_id, true, s.payload ->> 'company_id', s.payload ->> 'company',
       s.payload ->> 'company_kind', s.payload ->> 'requisition', s.payload ->> 'title', s.payload ->> 'location',
       array(select jsonb_array_elements_text(s.payload -> 'categories')), s.digest,
       s.posted_at, s.posted_at, s.expires_at, r.as_of, r.as_of, r.as_of, r.run_id, r.run_id, s.payload
from sighted s join crawl.runs r on r.run_id = :run_id
where not s.is_known
on conflict do nothing;

-- name: keep_lines(run_id)!
-- What the lines said of the postings whose details were read.
update crawl.postings p set line_digest = g.digest
from crawl.runs r
join crawl.staged_postings s using (run_id)
join crawl.sightings g on g.run_id = s.run_id and g.record_id = s.posting_id and g.digest <> ''
where r.run_id = :run_id and s.text_digest is not null
  and p.site = r.site and p.posting_id = s.posting_id and p.line_digest is distinct from g.digest;

-- name: evidence(run_id)
-- Every posting on which this run has more to say than "open, and seen again": how it stood, and what was learned. The
-- moment of the evidence is that of the fetch, on the run's own clock.
select p.posting_id, p.state, p.misses, p.expires_at, p.closed_at, p.reopened_at, p.last_confirmed,
       s.posting_id is not null as sighted, coalesce(c.undated or c.spans @> p.posted_at, false) as covered, v.verdict,
       r.as_of + coalesce(v.fetched_at - r.started_at, interval '0') as at
from crawl.runs r
join crawl.postings p using (site)
left join sighted s using (posting_id)
left join crawl.run_coverage c on c.run_id = r.run_id
left join crawl.posting_verdicts v on v.run_id = r.run_id and v.posting_id = p.posting_id
where r.run_id = :run_id and p.first_run < r.run_id
  and case when s.posting_id is null then p.state <> 'closed' and (v.verdict is not null or c.undated or c.spans @> p.posted_at)
           else p.state <> 'open' or p.misses > 0 end;

-- name: outcomes#
-- What the evidence makes of them, private to the judging transaction.
create temporary table outcomes (
    posting_id text primary key, state text, misses integer, closed_at timestamptz, reopened_at timestamptz,
    last_confirmed timestamptz, note text, sighted boolean, covered boolean
) on commit drop;

-- name: write_states(run_id)!
update crawl.postings p
set state = o.state, misses = o.misses, closed_at = o.closed_at, reopened_at = o.reopened_at,
    last_confirmed = greatest(o.last_confirmed, p.last_confirmed)
from outcomes o, crawl.runs r
where r.run_id = :run_id and p.site = r.site and p.posting_id = o.posting_id;

-- name: write_verdicts(run_id)!
insert into crawl.posting_verdicts as v (run_id, posting_id, covered, state, misses, note)
select :run_id, posting_id, covered, state, misses, note from outcomes
on conflict (run_id, posting_id) do update
set covered = excluded.covered, state = excluded.state, misses = excluded.misses, note = excluded.note;

-- name: write_life(run_id)!
insert into crawl.posting_events (run_id, posting_id, event, detail)
select :run_id, posting_id,
       case when note = 'reopened' then 'reopened' when state = 'closed' then 'closed' else 'suspect' end,
       case when note is null then '{}'::jsonb else jsonb_build_object('by', note) end
from outcomes
where note = 'reopened' or state = 'closed' or (state = 'suspect' and not sighted and misses < 2 and note is null)
on conflict do nothing;
