-- name: enqueue_sighted(slice_id, site, refresh_share, refresh_age_s)!
-- The cards of one slice that are due: never fetched, listed differently than last time, in this run's rotating share,
-- or older than the refresh age. What an unpromoted run fetched and the listing still shows alike is not due.
insert into crawl.fetches (run_id, kind, record_id, reason)
select s.run_id, 'card', s.record_id,
       case when c.org_id is null then 'new'
            when not s.digest = any (c.line_digests) then 'changed'
            when c.status = 'permanently_closed' or c.closed_at is not null then 'reappeared'
            else 'refresh' end
from crawl.sightings s
join crawl.runs r on r.run_id = s.run_id
left join crawl.cards c on c.site = :site and c.org_id = s.record_id
left join crawl.staged_cards staged on staged.run_id = s.run_id and staged.org_id = s.record_id
where s.slice_id = :slice_id
  and (staged.org_id is null or staged.card ->> 'line_digest' is distinct from s.digest)
  and (c.org_id is null
       or not s.digest = any (c.line_digests)
       or c.closed_at is not null
       or c.last_fetched < r.as_of - make_interval(secs => :refresh_age_s)
       or mod(abs(hashtext(c.org_id)::bigint), :refresh_share)
          = mod((select count(*) from crawl.runs old
                 where old.site = :site and old.kind = r.kind and old.status = 'accepted'
                   and old.mode <> 'reparse'), :refresh_share))
on conflict do nothing;

-- name: enqueue(run_id, kind, record_id, reason)!
insert into crawl.fetches (run_id, kind, record_id, reason) values (:run_id, :kind, :record_id, :reason)
on conflict do nothing;

-- name: expire(run_id, worker)!
-- The leases of a worker that is known to have ended are over.
update crawl.fetches set leased_until = now() - interval '1 second'
where run_id = :run_id and status = 'leased' and leased_by = :worker;

-- name: return_expired(run_id, max_attempts)!
-- Fetches whose worker has not been heard of for a lease go back, or have failed after their last attempt.
update crawl.fetches
set status = case when attempts >= :max_attempts then 'failed' else 'pending' end,
    error = coalesce(error || '; ', '') || 'the worker ' || leased_by || ' was not heard of any more',
    leased_by = null, leased_until = null
where run_id = :run_id and status = 'leased' and leased_until < now();

-- name: claim(run_id, worker, lease_s, n)
-- Take a batch of fetches, each with a listing line of this run where one showed the record.
with taken as (
    update crawl.fetches f
    set status = 'leased', leased_by = :worker, leased_until = now() + make_interval(secs => :lease_s),
        fence = f.fence + 1, attempts = f.attempts + 1
    from (
        select kind, record_id from crawl.fetches
        where run_id = :run_id and status = 'pending' and (available_at is null or available_at <= now())
          and exists (select from crawl.runs r where r.run_id = :run_id and r.status in ('running', 'interrupted'))
        limit :n
        for update skip locked
    ) next
    where f.run_id = :run_id and f.kind = next.kind and f.record_id = next.record_id
    returning f.kind, f.record_id, f.reason, f.fence, f.attempts
)
select taken.*, seen.line, seen.digest, known.raw -> 'phones' as known_phones
from taken
left join crawl.runs r on r.run_id = :run_id
left join crawl.cards known on known.site = r.site and known.org_id = taken.record_id
left join lateral (
    select line, digest from crawl.sightings s
    where s.run_id = :run_id and s.record_id = taken.record_id
    order by s.slice_id limit 1
) seen on true;

-- name: renew(run_id, worker, lease_s)!
update crawl.fetches set leased_until = now() + make_interval(secs => :lease_s)
where run_id = :run_id and status = 'leased' and leased_by = :worker;

-- name: fail(run_id, kind, record_id, worker, fence, error, max_attempts)!
-- Return a fetch that failed for now; it is tried again until its attempts are used up.
update crawl.fetches
set status = case when attempts >= :max_attempts then 'failed' else 'pending' end, error = :error,
    leased_by = null, leased_until = null
where run_id = :run_id and kind = :kind and record_id = :record_id
  and status = 'leased' and leased_by = :worker and fence = :fence;

-- name: release_all(run_id, worker)!
update crawl.fetches
set status = 'pending', attempts = greatest(attempts - 1, 0), leased_by = null, leased_until = null
where run_id = :run_id and status = 'leased' and leased_by = :worker;

-- name: new_cards#
-- The staging table of a batch, private to the connection's transaction.
create temporary table if not exists new_cards
    (org_id text, fence integer, verdict text, http_status integer, digest text, card jsonb)
on commit delete rows;

-- name: finish_batch(run_id, worker)
-- End the fetches of a batch and keep its rows, both or neither; a fetch whose lease was taken over keeps neither.
with done as (
    update crawl.fetches f set status = 'done', error = null, leased_by = null, leased_until = null
    from new_cards n
    where f.run_id = :run_id and f.kind = 'card' and f.record_id = n.org_id
      and f.status = 'leased' and f.leased_by = :worker and f.fence = n.fence
    returning f.record_id
)
insert into crawl.staged_cards (run_id, org_id, verdict, http_status, digest, card)
select :run_id, n.org_id, n.verdict, n.http_status, n.digest, n.card
from new_cards n join done on done.record_id = n.org_id
on conflict (run_id, org_id) do update
set verdict = excluded.verdict, http_status = excluded.http_status, digest = excluded.digest,
    card = excluded.card, fetched_at = now()
returning org_id;

-- name: progress(run_id)^
select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'leased') as held
from crawl.fetches where run_id = :run_id and status in ('pending', 'leased');

-- name: count_sources(run_id, field, source, n)!
insert into crawl.field_sources (run_id, field, source, n) values (:run_id, :field, :source, :n)
on conflict (run_id, field, source) do update set n = field_sources.n + excluded.n;

-- name: count_faults(run_id, field, reason, n, example)!
insert into crawl.faults (run_id, field, reason, n, example) values (:run_id, :field, :reason, :n, :example)
on conflict (run_id, field, reason) do update set n = faults.n + excluded.n;
