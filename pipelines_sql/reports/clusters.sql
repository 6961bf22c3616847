-- Records that are one: cards of an organisation, postings of a vacancy.

-- name: organisations(site)
-- How many organisations have so many cards, and the cards that they are.
select cardinality(aliases) as size, count(*) as n from crawl.directory_table where site = :site group by 1 order by 1;

-- name: largest_organisations(site, most)
select organisation_id, name, activity, address, cardinality(aliases) as size
from crawl.directory_table where site = :site and cardinality(aliases) > 1
order by size desc, organisation_id limit :most;

-- name: vacancies(site)
-- How many vacancies of the open set are advertised so often.
select size, count(*) as n
from (select count(*) as size from crawl.postings where site = :site and state <> 'closed' group by cluster_id) vacancies
group by 1 order by 1;

-- name: largest_vacancies(site, most)
select c.cluster_id, p.title, coalesce(p.company, p.company_id) as company, p.region, c.open as size, c.agencies
from crawl.clusters c join crawl.postings p on p.site = c.site and p.posting_id = c.representative
where c.site = :site and c.open > 1 order by c.open desc, c.cluster_id limit :most;

-- name: limits_of_board(site)
-- What the open set cannot know, with figures.
with newest as (
    select run_id from crawl.runs
    where site = :site and kind = 'jobs' and status = 'accepted' and scope = '' and mode <> 'intraday'
    order by run_id desc limit 1
), open as (
    select state, posted_at, region, cluster_id from crawl.postings where site = :site and state <> 'closed'
)
select * from (
    select 1 as n, 'postings that the last run did not find and that nobody has proven closed (suspects)' as limit,
           count(*) filter (where state = 'suspect') as records, count(*) as among from open
    union all
    select 2, 'postings without a date, which no window holds', count(*) filter (where posted_at is null), count(*) from open
    union all
    select 3, 'postings without a coded place', count(*) filter (where region is null), count(*) from open
    union all
    select 4, 'vacancies advertised more than once, told by their texts',
           count(*) filter (where size > 1), count(*)
    from (select count(*) as size from open group by cluster_id) vacancies
    union all
    select 5, 'promised by the site and not reached', coalesce(sum(greatest(expected - collected, 0)), 0)::bigint,
           coalesce(sum(expected), 0)::bigint
    from crawl.slices where run_id = (select run_id from newest) and parent_id is null
) figures
order by n;
