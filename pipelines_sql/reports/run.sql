-- The run that a report is about, and those beside which it is seen.

-- name: chosen(site, run_id)^
-- A run of a site; without a number the newest that was judged, or else the newest of all. One that read another's pages
-- anew has nothing to report: what it found is that one's now.
select r.run_id, r.site, r.kind, r.mode, r.scope, r.label, r.status, r.reason, r.profile_digest, r.as_of, r.started_at,
       r.finished_at, r.base_run, b.as_of as base_as_of, r.stats -> 'next_run' as next_run
from crawl.runs r left join crawl.runs b on b.run_id = r.base_run
where r.site = :site and (r.run_id = :run_id::bigint or (:run_id::bigint is null and r.mode <> 'reparse'))
order by r.status in ('accepted', 'rejected') desc, r.run_id desc limit 1;

-- name: there_are(site)
-- The numbers of all runs of a site, the newest first.
select run_id from crawl.runs where site = :site order by run_id desc limit 20;

-- name: table_of(site, kind)^
-- The run whose table is in force: the newest whole one that was accepted.
select run_id, as_of from crawl.runs
where site = :site and kind = :kind and status = 'accepted' and scope = ''
order by run_id desc limit 1;

-- name: history(run_id)
-- A run and the accepted whole ones of its kind before it, the oldest first.
select * from (
    select x.run_id, x.as_of, x.base_run
    from crawl.runs r
    join crawl.runs x on x.site = r.site and x.kind = r.kind and (x.mode = 'intraday') = (r.mode = 'intraday')
    where r.run_id = :run_id
      and (x.run_id = r.run_id or (x.run_id < r.run_id and x.status = 'accepted' and x.scope = ''))
    order by x.run_id desc limit 9
) runs order by run_id;

-- name: left_out(site)
-- By which ids and names the organisations go that asked to be left out.
select distinct word
from crawl.suppressed s
left join crawl.organisations o on o.site = s.site and s.organisation_id in (o.organisation_id, o.survivor_id)
cross join unnest(array[s.organisation_id, o.organisation_id, o.survivor_id, o.name] || o.aliases) w (word)
where s.site = :site and word is not null
order by word;

-- name: records(run_id)^
-- Records that the listings of a run showed, each once; none where retention has dropped them.
select nullif(count(distinct record_id), 0) as seen from crawl.sightings where run_id = :run_id;

-- name: organisations(site)^
-- The table of a directory in figures.
select count(*) as rows, count(*) filter (where phones <> '[]') as phones, count(*) filter (where hours is not null) as hours,
       count(*) filter (where website is not null) as websites, count(*) filter (where cardinality(aliases) > 1) as joined
from crawl.directory_table where site = :site;

-- name: postings(site)^
-- The open set of a board in figures.
select count(*) as rows, count(*) filter (where is_representative) as vacancies,
       count(*) filter (where state = 'suspect') as suspects, count(distinct coalesce(company_id, company)) as companies
from crawl.postings where site = :site and state <> 'closed';
