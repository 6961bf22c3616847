-- What the next run of a site will ask for, from the last accepted one and from what is stored.

-- name: base(site, kind)^
-- The last accepted whole run, and whether it had one before it.
select run_id, base_run from crawl.runs
where site = :site and kind = :kind and status = 'accepted' and scope = '' and mode <> 'intraday'
order by run_id desc limit 1;

-- name: measured(run_id)
-- Bytes and seconds of an answer, and what was asked for and asked again, by stage.
select stage, requests, retries, bytes::double precision / greatest(requests, 1) as bytes_each,
       seconds / greatest(requests, 1) as seconds_each, planned
from crawl.request_account where run_id = :run_id order by stage;

-- name: plan(run_id, planned)!
-- What a run is expected to ask for in a stage; said once, when it begins.
insert into crawl.request_account (run_id, stage, planned)
select :run_id, key, value::bigint from jsonb_each_text(:planned::jsonb)
on conflict (run_id, stage) do update set planned = coalesce(request_account.planned, excluded.planned);

-- name: slices_of(run_id)^
-- Page ones and further pages that the parts of a run cost when they are walked as they were cut. A cut slice under a
-- tree that shows counts is cut again without a page, and so is a window whose density is known.
select count(*) filter (where s.pages > 0 and (s.status <> 'cut' or (r.count is null and run.kind = 'directory'))) as first_pages,
       coalesce(sum(s.pages - 1) filter (where s.pages > 0 and s.status <> 'cut'), 0)::bigint as further_pages,
       coalesce(sum(s.collected) filter (where s.status <> 'cut'), 0)::bigint as collected,
       max((run.plan ->> 'ceiling')::integer) as ceiling
from crawl.slices s
join crawl.runs run using (run_id)
left join crawl.rubrics r on r.run_id = s.run_id and r.rubric_id = s.root_id
where s.run_id = :run_id and s.status <> 'failed';

-- name: rotating_cards(site, kind, refresh_share, refresh_age_s, as_of)^
-- Known cards whose turn it is in the next run, and those that were missed last time and not closed.
select count(*) filter (where closed_at is null and misses = 0
           and (last_fetched < :as_of::timestamptz - make_interval(secs => :refresh_age_s)
                or mod(abs(hashtext(org_id)::bigint), :refresh_share)
                   = mod((select count(*) from crawl.runs old
                          where old.site = :site and old.kind = :kind and old.status = 'accepted'
                            and old.mode <> 'reparse'), :refresh_share))) as due,
       count(*) filter (where closed_at is null and misses > 0) as missed,
       count(*) filter (where closed_at is null) as open
from crawl.cards where site = :site;

-- name: reasons(run_id)
-- What a run fetched, by reason.
select reason, count(*) as n from crawl.fetches where run_id = :run_id group by reason;

-- name: rotating_postings(site, kind, share)^
-- Open postings whose turn it is in the next run, and those that are suspect.
select count(*) filter (where mod(abs(hashtext(posting_id)::bigint), :share)
           = mod((select count(*) from crawl.runs old
                  where old.site = :site and old.kind = :kind and old.status = 'accepted' and old.scope = ''
                    and old.mode <> 'intraday'), :share)) as due,
       count(*) filter (where state = 'suspect') as suspect,
       count(*) as open
from crawl.postings where site = :site and state <> 'closed';

-- name: tree(run_id)
-- What the rubric tree of a run promises of each of its roots.
select r.count from crawl.slices s join crawl.rubrics r on r.run_id = s.run_id and r.rubric_id = s.root_id
where s.run_id = :run_id and s.parent_id is null and r.count is not null;

-- name: plan_of(run_id)^
select plan from crawl.runs where run_id = :run_id;

-- name: walked_probes(run_id)^
select count(*) filter (where pages > 0) as n from crawl.slices where run_id = :run_id;
