-- The questions that analysts ask of a board, answered from its history.

-- name: days_open(site)
-- Half of the postings of a category have closed after so many days (Kaplan-Meier). Those still open count for as long as
-- they have been, and one that was old when it was first seen counts from the age at which it was. Days on which fewer
-- than five were at risk are left out; null where more than half are open yet.
with alike as materialized (
    select categories, state = 'closed' as is_closed,
           floor(extract(epoch from first_seen - least(first_seen, first_posted_at)) / 86400)::integer as entered,
           ceil(extract(epoch from greatest(coalesce(case when state = 'closed' then closed_at end, last_confirmed, last_seen),
                                            first_seen) - least(first_seen, first_posted_at)) / 86400)::integer as left_after,
           count(*) as n
    from crawl.postings where site = :site
    group by 1, 2, 3, 4
), lives as materialized (
    select '(all)' as category, is_closed, entered, left_after, sum(n) as n from alike group by 2, 3, 4
    union all
    select category, is_closed, entered, left_after, sum(n)
    from alike cross join unnest(categories) category group by 1, 2, 3, 4
), days as (
    select category, day, sum(entered) as entered, sum(gone) as gone, sum(closed) as closed
    from (
        select category, entered + 1 as day, n as entered, 0 as gone, 0 as closed from lives where left_after > entered
        union all
        select category, left_after, 0, n, case when is_closed then n else 0 end from lives where left_after > entered
    ) moves
    group by category, day
), risks as (
    select category, day, closed,
           sum(entered) over w - coalesce(sum(gone) over (w rows between unbounded preceding and 1 preceding), 0) as at_risk
    from days window w as (partition by category order by day)
), survival as (
    select category, day,
           case when bool_or(closed >= at_risk) over w then 0.0
                else exp(sum(ln(1 - least(closed / at_risk, 0.999999))) over w) end as share
    from risks where at_risk >= 5 and closed > 0
    window w as (partition by category order by day)
)
select l.category, sum(l.n)::bigint as postings, coalesce(sum(l.n) filter (where l.is_closed), 0)::bigint as closed,
       (select min(s.day)::integer from survival s where s.category = l.category and s.share <= 0.5) as median_days,
       (select min(s.day)::integer from survival s where s.category = l.category and s.share <= 0.1) as days_for_nine_in_ten
from lives l group by l.category order by l.category <> '(all)', postings desc, l.category;

-- name: title_edits(site)
-- How many postings have had their title edited, how many of them once only, and how soon after publication.
with edits as (
    select v.posting_id, count(*) as n,
           min(v.seen_at - least(p.first_seen, p.first_posted_at)) as after
    from crawl.posting_versions v
    join crawl.postings p using (site, posting_id)
    where v.site = :site and 'title' = any (v.changed)
    group by v.posting_id
)
select (select count(*) from crawl.postings where site = :site) as postings, count(*) as edited,
       count(*)::float8 / nullif((select count(*) from crawl.postings where site = :site), 0) as share_edited,
       count(*) filter (where n = 1)::float8 / nullif(count(*), 0) as share_once,
       count(*) filter (where after <= interval '48 hours')::float8 / nullif(count(*), 0) as share_within_48_hours
from edits;

-- name: bumps_before_closure(site)
-- How often closed postings had been brought to the top again.
select count(*) as closed, percentile_disc(0.25) within group (order by bump_count) as lower_quartile,
       percentile_disc(0.5) within group (order by bump_count) as median,
       percentile_disc(0.75) within group (order by bump_count) as upper_quartile, max(bump_count) as most
from crawl.postings where site = :site and state = 'closed';

-- name: closing_by_bumps(site)
-- Of the postings that were brought to the top so often, the share that has closed.
select case when bump_count < 5 then bump_count::text else '5 and more' end as bumps, count(*) as postings,
       count(*) filter (where state = 'closed') as closed,
       count(*) filter (where state = 'closed')::float8 / count(*) as share_closed
from crawl.postings where site = :site
group by 1 order by 1;

-- name: agencies_per_vacancy(site)
-- How many agencies advertise a vacancy of the open set, and how many vacancies have so many.
select agencies, count(*) as vacancies, sum(postings)::integer as postings,
       count(*)::float8 / sum(count(*)) over () as share_of_vacancies
from (
    select cluster_id, max(agencies) as agencies, count(*) as postings
    from crawl.open_postings where site = :site group by cluster_id
) vacancies
group by agencies order by agencies;

-- name: repost_rate(site)
-- Postings that advertise again what the same employer had advertised under another id, by category.
with reposts as materialized (
    select distinct on (k.posting_id) k.posting_id,
           extract(epoch from least(p.first_seen, p.first_posted_at) - least(o.first_seen, o.first_posted_at)) / 86400 as days
    from crawl.cluster_links k
    join crawl.postings p on p.site = k.site and p.posting_id = k.posting_id
    left join crawl.postings o on o.site = k.site and o.posting_id = k.other_id
    where k.site = :site and k.kind = 'repost'
    order by k.posting_id, k.similarity desc, k.other_id
), counts as (
    select categories, count(*) as n from crawl.postings where site = :site group by categories
), totals as (
    select '(all)' as category, sum(n) as postings from counts
    union all
    select category, sum(n) from counts cross join unnest(categories) category group by category
), found as (
    select c.category, count(*) as reposts, (percentile_cont(0.5) within group (order by r.days))::float8 as median_days
    from reposts r
    join crawl.postings p on p.site = :site and p.posting_id = r.posting_id
    cross join lateral (select '(all)' as category union all select unnest(p.categories)) c
    group by c.category
)
select t.category, t.postings::bigint as postings, coalesce(f.reposts, 0) as reposts,
       coalesce(f.reposts, 0)::float8 / t.postings as share_reposted, f.median_days as median_days_between
from totals t left join found f using (category)
where t.postings > 0
order by t.category <> '(all)', t.postings desc, t.category;

-- name: to_read(site)
-- Forty postings for a person to read: the twenty newest and the twenty oldest of the open set.
with chosen as (
    (select 'newest' as why, posting_id, row_number() over (order by posted_at desc nulls last, posting_id desc) as n
     from crawl.postings where site = :site and state <> 'closed' order by n limit 20)
    union all
    (select 'oldest', posting_id, row_number() over (order by least(posted_at, first_seen), posting_id) as n
     from crawl.postings where site = :site and state <> 'closed' order by n limit 20)
)
select c.why, p.posting_id, p.title, p.payload ->> 'company' as company, p.region, p.posted_at, p.first_seen, p.state,
       p.bump_count, p.payload ->> 'pay' as pay, left(p.payload ->> 'description', 500) as description
from chosen c join crawl.postings p on p.site = :site and p.posting_id = c.posting_id
order by c.why, c.n;
