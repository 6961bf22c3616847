-- The facts that a run of a board gathers on single postings.

-- name: one_at_a_time(run_id)^
-- Two windows may show one posting, and its detail may come in between: whoever stages does so alone, lest they wait for
-- each other.
select pg_advisory_xact_lock(hashtext('staged_postings'), :run_id::integer);

-- name: new_postings#
-- The staging table of a batch, private to the connection's transaction.
create temporary table if not exists new_postings
    (posting_id text, role_digest text, text_digest text, posted_at timestamptz, expires_at timestamptz, payload jsonb)
on commit delete rows;

-- name: merge_postings(run_id)!
-- One row a posting, however often it was seen: the later word stands, but a line without the description does not
-- take away what was read. What is known just so is not kept twice. What a known posting's detail gave and its line does
-- not is as known; all of it, where the detail says more of the role and the line is the one of then.
insert into crawl.staged_postings as s (run_id, posting_id, role_digest, text_digest, posted_at, expires_at, payload)
select distinct on (n.posting_id) :run_id, n.posting_id,
       case when k.is_line_of_detail then left(p.digest, 32) else n.role_digest end, n.text_digest,
       case when k.has_stamps then coalesce(n.posted_at, p.posted_at) else n.posted_at end,
       case when k.has_stamps then coalesce(n.expires_at, p.expires_at) else n.expires_at end,
       case when k.is_line_of_detail or k.payload = p.payload then null else k.payload end
from new_postings n
join crawl.runs r on r.run_id = :run_id
left join crawl.postings p on p.site = r.site and p.posting_id = n.posting_id
cross join lateral (
    select coalesce(n.text_digest is null and n.role_digest <> left(p.digest, 32) and n.role_digest = p.line_digest, false)
               as is_line_of_detail,
           n.text_digest is null and p.line_digest is not null and r.mode <> 'reparse' as has_stamps,
           case when n.text_digest is null and p.line_digest is not null and n.role_digest = left(p.digest, 32)
                then p.payload || (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(n.payload)
                                   where value not in ('null', '""', '[]'))
                else n.payload end as payload
) k
order by n.posting_id, n.text_digest is null, n.posted_at desc nulls last
on conflict (run_id, posting_id) do update
set posted_at = greatest(s.posted_at, excluded.posted_at), expires_at = coalesce(excluded.expires_at, s.expires_at),
    role_digest = case when (s.text_digest is not null and excluded.text_digest is null) then s.role_digest else excluded.role_digest end,
    text_digest = case when (s.text_digest is not null and excluded.text_digest is null) then s.text_digest else excluded.text_digest end,
    payload = case when (s.text_digest is not null and excluded.text_digest is null) then s.payload else excluded.payload end;

-- name: carry_details(slice_id)!
-- The details that runs read which promoted nothing, since the last accepted one: of postings whose lines are still the
-- same they are not asked for again.
update crawl.staged_postings s
set role_digest = o.role_digest, text_digest = o.text_digest, payload = o.payload,
    posted_at = coalesce(s.posted_at, o.posted_at), expires_at = coalesce(s.expires_at, o.expires_at)
from crawl.sightings g
join crawl.runs r on r.run_id = g.run_id
join lateral (
    select t.role_digest, t.text_digest, t.payload, t.posted_at, t.expires_at
    from crawl.runs u join crawl.staged_postings t on t.run_id = u.run_id and t.posting_id = g.record_id
    where u.site = r.site and u.kind = r.kind and u.run_id < r.run_id and u.status in ('rejected', 'failed')
      and u.mode <> 'reparse' and u.profile_digest = r.profile_digest
      and u.run_id > coalesce((select max(a.run_id) from crawl.runs a
                               where a.site = r.site and a.kind = r.kind and a.status = 'accepted'
                                 and a.mode <> 'reparse'), 0)
      and exists (select from crawl.sightings l
                  where l.run_id = u.run_id and l.record_id = g.record_id and l.digest = g.digest)
      and t.text_digest is not null and t.payload is not null
    order by u.run_id desc limit 1
) o on true
where g.slice_id = :slice_id and g.digest <> ''
  and s.run_id = g.run_id and s.posting_id = g.record_id and s.text_digest is null and s.payload is not null;

-- name: enqueue_lacking(slice_id, everything)!
-- The postings of a slice whose lines lack the description, where it is not known, or the line has changed since; in
-- order, lest two slices that show the same ones wait for each other.
insert into crawl.fetches (run_id, kind, record_id, reason)
select s.run_id, 'posting', s.record_id, case when p.posting_id is null then 'new' else 'changed' end
from crawl.sightings s
join crawl.runs r on r.run_id = s.run_id
left join crawl.postings p on p.site = r.site and p.posting_id = s.record_id
where s.slice_id = :slice_id and s.digest <> ''
  and (:everything or p.posting_id is null or p.payload ->> 'description' is null
       or s.digest not in (left(p.digest, 32), coalesce(p.line_digest, '')))
  and (:everything or not exists (select from crawl.staged_postings t where t.run_id = s.run_id
                                  and t.posting_id = s.record_id and t.text_digest is not null))
order by s.record_id
on conflict do nothing;

-- name: finish_fetches(run_id, worker)
-- End the fetches of a batch and keep what they said; one whose lease was taken over keeps nothing.
with done as (
    update crawl.fetches f set status = 'done', error = null, leased_by = null, leased_until = null
    from new_verdicts n
    where f.run_id = :run_id and f.kind = 'posting' and f.record_id = n.posting_id
      and f.status = 'leased' and f.leased_by = :worker and f.fence = n.fence
    returning f.record_id
)
insert into crawl.posting_verdicts (run_id, posting_id, verdict, http_status, fetched_at)
select :run_id, n.posting_id, n.verdict, n.http_status, now() from new_verdicts n join done on done.record_id = n.posting_id
on conflict (run_id, posting_id) do update
set verdict = excluded.verdict, http_status = excluded.http_status, fetched_at = excluded.fetched_at
returning posting_id;

-- name: new_verdicts#
create temporary table if not exists new_verdicts (posting_id text, fence integer, verdict text, http_status integer)
on commit delete rows;

-- name: enqueue_missing(run_id, budget)!
-- Open postings that no window of the run showed, though proven ones cover the place where each was last: a direct fetch
-- says what became of it. One whose own date has passed needs none.
insert into crawl.fetches (run_id, kind, record_id, reason)
select r.run_id, 'posting', p.posting_id, 'missing'
from crawl.runs r
join crawl.run_coverage c using (run_id)
join crawl.postings p on p.site = r.site and p.state <> 'closed'
where r.run_id = :run_id
  and (c.undated or c.spans @> p.posted_at)
  and (p.expires_at is null or p.expires_at > r.as_of)
  and not exists (select from crawl.staged_postings s where s.run_id = r.run_id and s.posting_id = p.posting_id)
order by p.misses desc, p.last_confirmed nulls first, p.posting_id
limit greatest(:budget - (select count(*) from crawl.fetches where run_id = :run_id and reason = 'missing'), 0)
on conflict do nothing;

-- name: enqueue_liveness(run_id, share)!
-- A rotating share of the open set, whether seen or not, so that none goes longer unconfirmed than the share has runs.
insert into crawl.fetches (run_id, kind, record_id, reason)
select r.run_id, 'posting', p.posting_id, 'liveness'
from crawl.runs r
join crawl.postings p on p.site = r.site and p.state <> 'closed'
left join crawl.staged_postings s on s.run_id = r.run_id and s.posting_id = p.posting_id
where r.run_id = :run_id
  and (s.posting_id is not null or p.expires_at is null or p.expires_at > r.as_of)
  and mod(abs(hashtext(p.posting_id)::bigint), :share)
      = mod((select count(*) from crawl.runs old
             where old.site = r.site and old.kind = r.kind and old.status = 'accepted' and old.scope = ''
               and old.mode <> 'intraday'), :share)
on conflict do nothing;

-- name: enqueue_witness(run_id, n)!
-- Sighted postings, drawn anew in each run, whose pages are compared with what the search gave.
insert into crawl.fetches (run_id, kind, record_id, reason)
select :run_id, 'witness', posting_id, 'witness'
from crawl.staged_postings where run_id = :run_id
order by md5(:run_id::text || posting_id)
limit greatest(:n - (select count(*) from crawl.fetches where run_id = :run_id and kind = 'witness'), 0)
on conflict do nothing;

-- name: witnessed(run_id, posting_id)^
-- What the search gave of a posting in this run.
select coalesce(s.payload, p.payload)
       || case when s.text_digest is null and p.payload is not null
               then jsonb_build_object('description', p.payload -> 'description') else '{}' end as payload
from crawl.staged_postings s
join crawl.runs r using (run_id)
left join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
where s.run_id = :run_id and s.posting_id = :posting_id;

-- name: keep_witness(run_id, posting_id, field, listed, shown, agrees)!
insert into crawl.witness_checks (run_id, posting_id, field, listed, shown, agrees)
values (:run_id, :posting_id, :field, :listed, :shown, :agrees)
on conflict (run_id, posting_id, field) do update
set listed = excluded.listed, shown = excluded.shown, agrees = excluded.agrees;

-- name: density(run_id)
-- Where the postings of a run lay in time: its windows that were not cut along time, with what each held.
select w.filters ->> (r.plan ->> 'time_axis') as win, w.collected
from crawl.slices w join crawl.runs r using (run_id)
where w.run_id = :run_id and w.collected > 0 and not w.own_pages and w.root_id = ''
  and w.filters - (r.plan ->> 'time_axis') = '{}' and w.filters ? (r.plan ->> 'time_axis')
  and (w.status <> 'cut'
       or exists (select from crawl.slices c where c.parent_id = w.slice_id and c.way_name <> r.plan ->> 'time_axis'));
