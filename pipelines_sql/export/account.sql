-- Beside the table: what a run is worth, what the table cannot know, what a person should read.

-- name: checks(site, run_id)
-- The sign-off of a run, the newest judged one by default.
select a."check", a.meaning, a.value, a.bound, a.passed, a.sample, r.run_id, r.as_of
from crawl.acceptance_results a join crawl.runs r using (run_id)
where r.site = :site
  and r.run_id = coalesce(:run_id::bigint, (select max(x.run_id) from crawl.runs x where x.site = :site
                                            and x.status in ('accepted', 'rejected')))
order by a.passed, a."check";

-- name: sources(site, run_id)
-- Which link of its chain answered each field, as a share of the records of a run.
select f.field, f.source, f.n, round(f.n::numeric / sum(f.n) over (partition by f.field), 4)::float8 as share, r.run_id
from crawl.field_sources f join crawl.runs r using (run_id)
where r.site = :site
  and r.run_id = coalesce(:run_id::bigint, (select max(x.run_id) from crawl.runs x
                                            where x.site = :site and x.mode <> 'reparse'))
order by f.field, f.n desc;

-- name: faults(site, run_id)
-- What the site sent and what could not be taken as it was, with an example of each kind.
select f.field, f.reason, f.n, f.example, r.run_id
from crawl.faults f join crawl.runs r using (run_id)
where r.site = :site
  and r.run_id = coalesce(:run_id::bigint, (select max(x.run_id) from crawl.runs x
                                            where x.site = :site and x.mode <> 'reparse'))
order by f.n desc, f.field, f.reason;

-- name: requests(site, run_id)
-- What a run asked of the site, by stage.
select a.stage, a.requests, a.retries, a.bytes, round(a.seconds::numeric, 1)::float8 as seconds, r.run_id
from crawl.request_account a join crawl.runs r using (run_id)
where r.site = :site
  and r.run_id = coalesce(:run_id::bigint, (select max(x.run_id) from crawl.runs x
                                            where x.site = :site and x.mode <> 'reparse'))
order by a.requests desc;

-- name: limits(site)
-- What the table cannot know, with figures.
with cards as (
    select c.*, coalesce(r.as_of, now()) as moment
    from crawl.cards c left join crawl.runs r on r.run_id = c.last_run
    where c.site = :site and c.closed_at is null
), organisations as (
    select * from crawl.organisations where site = :site and closed_at is null
), newest as (
    select max(run_id) as run_id from crawl.runs where site = :site and status = 'accepted' and scope = ''
)
select * from (
    select 1 as n, 'hours not seen to change for 180 days' as limit,
           count(*) filter (where hours is not null and first_seen < moment - interval '180 days'
                            and not exists (select from crawl.card_versions v
                                            where v.site = cards.site and v.org_id = cards.org_id and 'hours' = any (v.changed)
                                              and v.seen_at > moment - interval '180 days')) as records,
           count(*) filter (where hours is not null) as among
    from cards
    union all
    select 2, 'hours that could not be read, kept raw', count(*) filter (where 'hours_unread' = any (flags)), count(*)
    from cards
    union all
    select 3, 'labels chosen by the organisation itself: more than five of them',
           count(*) filter (where cardinality(rubrics) > 5), count(*)
    from organisations
    union all
    select 4, 'call tracking found (only a sample is asked twice)',
           count(*) filter (where 'call_tracking' = any (flags)), count(*)
    from cards
    union all
    select 5, 'rows of several cards joined by place and name alone: branches without a house number may be merged',
           count(*) filter (where cardinality(aliases) > 1 and not exists (
               select from crawl.fold_links l
               where l.site = organisations.site and l.key_kind <> 'place' and l.card_a = any (organisations.aliases))),
           count(*) filter (where cardinality(aliases) > 1)
    from organisations
    union all
    select 6, 'points that say no more than the city', count(*) filter (where precision = 'city'),
           count(*) filter (where latitude is not null)
    from organisations
    union all
    select 7, 'not confirmed by the newest accepted run',
           count(*) filter (where last_run is distinct from (select run_id from newest)), count(*)
    from cards
    union all
    select 8, 'promised by the site and not reached', coalesce(sum(greatest(expected - collected, 0)), 0),
           coalesce(sum(expected), 0)
    from crawl.slices where run_id = (select run_id from newest) and parent_id is null
) figures
order by n;

-- name: to_read(site)
-- The forty rows that a person should read: twenty with the most reviews, twenty from the middle of the alphabet.
with rows as (
    select t.*, row_number() over (order by review_count desc nulls last, organisation_id) as by_reviews,
           row_number() over (order by name nulls last, organisation_id) as by_name, count(*) over () as total
    from crawl.directory_table t where t.site = :site
)
select case when by_reviews <= 20 then 'most reviews' else 'middle of the alphabet' end as why,
       organisation_id, name, activity, address, phones, hours_text, website, email, district, review_count, rating,
       status, flags, aliases
from rows
where by_reviews <= 20 or by_name between total / 2 - 9 and total / 2 + 10
order by why, by_reviews, by_name;
