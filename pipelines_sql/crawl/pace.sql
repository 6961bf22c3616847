-- name: postpone_slice(slice_id, worker, fence, reason, seconds, tried, max_attempts)!
-- Give a slice back, not to be begun before so many seconds have passed. One that was tried once too often has failed.
update crawl.slices
set status = case when :tried and attempts >= :max_attempts then 'failed' else 'pending' end,
    proven = case when :tried and attempts >= :max_attempts then false end,
    ended_at = case when :tried and attempts >= :max_attempts then now() end,
    attempts = case when :tried then attempts else greatest(attempts - 1, 0) end,
    available_at = now() + make_interval(secs => :seconds),
    reason = :reason, leased_by = null, leased_until = null
where slice_id = :slice_id and status = 'running' and leased_by = :worker and fence = :fence;

-- name: postpone_fetches(run_id, kind, worker, record_id, fence, reason, seconds)!
-- Give a fetch back untried, and let the others of its kind wait as long: the site has asked the whole surface to.
with given as (
    update crawl.fetches
    set status = 'pending', attempts = greatest(attempts - 1, 0), error = :reason, leased_by = null, leased_until = null,
        available_at = now() + make_interval(secs => :seconds)
    where run_id = :run_id and kind = :kind and record_id = :record_id
      and status = 'leased' and leased_by = :worker and fence = :fence
)
update crawl.fetches set available_at = now() + make_interval(secs => :seconds)
where run_id = :run_id and kind = :kind and status = 'pending' and record_id <> :record_id
  and (available_at is null or available_at < now() + make_interval(secs => :seconds) - interval '30 seconds');

-- name: postponed(run_id)^
-- Units that could be begun now, those that may not yet, and the seconds until the first of them may.
select count(*) filter (where available_at is null or available_at <= now()) as ready,
       count(*) filter (where available_at > now()) as later,
       extract(epoch from min(available_at) filter (where available_at > now()) - now())::double precision as seconds
from (select available_at from crawl.slices where run_id = :run_id and status in ('waiting', 'pending')
      union all
      select available_at from crawl.fetches where run_id = :run_id and status = 'pending') units;

-- name: begin_pace(run_id, rate)!
insert into crawl.run_pace (run_id, rate) values (:run_id, :rate) on conflict do nothing;

-- name: lock_pace(run_id)^
select rate, extract(epoch from clock_timestamp() - quiet_since)::double precision as quiet_s,
       extract(epoch from clock_timestamp() - halved_at)::double precision as halved_s,
       greatest(extract(epoch from held_until - clock_timestamp()), 0)::double precision as held_s
from crawl.run_pace where run_id = :run_id for update;

-- name: set_pace(run_id, rate, changed, halved, held_s)!
update crawl.run_pace
set rate = :rate,
    quiet_since = case when :changed then clock_timestamp() else quiet_since end,
    halved_at = case when :halved then clock_timestamp() else halved_at end,
    held_until = case when :held_s > 0
        then greatest(held_until, clock_timestamp() + make_interval(secs => :held_s)) else held_until end
where run_id = :run_id;

-- name: drop_shares(run_id, silent_s)!
delete from crawl.pace_shares
where run_id = :run_id and seen_at < clock_timestamp() - make_interval(secs => :silent_s);

-- name: shares(run_id)
select worker, need, share from crawl.pace_shares where run_id = :run_id;

-- name: set_share(run_id, worker, need, share)!
insert into crawl.pace_shares (run_id, worker, seen_at, need, share)
values (:run_id, :worker, clock_timestamp(), :need, :share)
on conflict (run_id, worker) do update
set seen_at = excluded.seen_at, need = excluded.need, share = excluded.share;

-- name: leave(run_id, worker)!
delete from crawl.pace_shares where run_id = :run_id and worker = :worker;

-- name: add_slot(run_id, slot, slice_id, served, refused, rate, began_s, ended_s)!
-- Add what a slot was served and refused since the last time; began and ended are seconds ago.
insert into crawl.slot_pace (run_id, slot, slice_id, served, refused, rate, began_at, ended_at)
values (:run_id, :slot, :slice_id, :served, :refused, :rate,
        clock_timestamp() - make_interval(secs => :began_s), clock_timestamp() - make_interval(secs => :ended_s))
on conflict (run_id, slot) do update
set served = slot_pace.served + excluded.served, refused = slot_pace.refused + excluded.refused, rate = excluded.rate,
    began_at = least(slot_pace.began_at, excluded.began_at), ended_at = greatest(slot_pace.ended_at, excluded.ended_at);

-- name: add_minute(run_id, served, refused, rate)!
insert into crawl.pace_minutes (run_id, minute, served, refused, rate)
values (:run_id, date_trunc('minute', clock_timestamp()), :served, :refused, :rate)
on conflict (run_id, minute) do update
set served = pace_minutes.served + excluded.served, refused = pace_minutes.refused + excluded.refused,
    rate = least(pace_minutes.rate, excluded.rate);
