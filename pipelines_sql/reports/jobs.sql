-- The questions that analysts ask of a board, answered from its history.

-- name: days_open(site)
-- Half of the postings of a category have closed after so many days (Kaplan-Meier). Those still open count for as long as
-- they have been, and one that was old when it was first seen counts from the age at which it was. Days on which fewer
-- than five were at risk are left out; null where more than half are open yet.
with lives as (
    select c.category, p.state = 'closed' as is_closed,
           floor(extract(epoch from p.first_seen - s.start) / 86400)::integer as entered,
           ceil(extract(epoch from greatest(coalesce(case when p.state = 'closed' then p.closed_at end, p.last_confirmed, p.last_seen),
                                            p.first_seen) - s.start) / 86400)::integer as left_after
    from crawl.postings p
    cross join lateral (select least(p.first_seen, p.first_posted_at) as start) s
    cross join lateral (select '(all)' as category union all select unnest(p.categories)) c
    where p.site = :site
), days as (
    select category, day, sum(entered) as entered, sum(gone) as gone, sum(closed) as closed
    from (
        select category, entered + 1 as day, 1 as entered, 0 as gone, 0 as closed from lives where left_after > entered
        union all
        select category, left_after, 0, 1, is_closed::integer from lives where left_after > entered
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
select l.category, count(*) as postings, count(*) filter (where l.is_closed) as closed,
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
select c.category, count(*) as postings, count(*) filter (where l.posting_id is not null) as reposts,
       count(*) filter (where l.posting_id is not null)::float8 / count(*) as share_reposted,
       (percentile_cont(0.5) within group (
            order by extract(epoch from least(p.first_seen, p.first_posted_at) - least(o.first_seen, o.first_posted_at)) / 86400
        ) filter (where l.posting_id is not null))::float8 as median_days_between
from crawl.postings p
cross join lateral (select '(all)' as category union all select unnest(p.categories)) c
left join lateral (
    select posting_id, other_id from crawl.cluster_links k
    where k.site = p.site and k.posting_id = p.posting_id and k.kind = 'repost'
    order by k.similarity desc, k.other_id limit 1
) l on true
left join crawl.postings o on o.site = p.site and o.posting_id = l.other_id
where p.site = :site
group by c.category order by c.category <> '(all)', postings desc, c.category;

-- name: to_read(site)
-- Forty postings for a person to read: the twenty newest and the twenty oldest of the open set.
select * from (
    select 'newest' as why, posting_id, title, payload ->> 'company' as company, region, posted_at, first_seen, state,
           bump_count, payload ->> 'pay' as pay, left(payload ->> 'description', 500) as description
    from crawl.open_postings where site = :site
    order by posted_at desc nulls last, posting_id desc limit 20
) newest
union all
select * from (
    select 'oldest', posting_id, title, payload ->> 'company', region, posted_at, first_seen, state, bump_count,
           payload ->> 'pay', left(payload ->> 'description', 500)
    from crawl.open_postings where site = :site
    order by least(posted_at, first_seen), posting_id limit 20
) oldest;
