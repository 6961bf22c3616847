-- The day's changes of a board: those of its newest accepted daily run and of the runs between it and the one before.

create or replace view crawl.posting_changes_today as
select r.site, r.run_id, r.as_of, e.event, e.posting_id, p.title, p.company_id, p.region, e.detail
from (
    select distinct on (site) site, run_id, base_run from crawl.runs
    where kind = 'jobs' and status = 'accepted' and scope = '' and mode <> 'intraday'
    order by site, run_id desc
) today
join crawl.runs r on r.site = today.site and r.status = 'accepted'
    and r.run_id > coalesce(today.base_run, today.run_id - 1) and r.run_id <= today.run_id
join crawl.posting_events e on e.run_id = r.run_id
join crawl.postings p on p.site = r.site and p.posting_id = e.posting_id;

create or replace view crawl.changes_today as
select r.site, r.run_id, r.as_of, e.event, e.organisation_id, o.name, o.activity, o.address, o.district, e.detail,
       null::text as posting_id
from crawl.organisation_events e
join crawl.runs r using (run_id)
left join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id
where r.run_id = (select max(run_id) from crawl.runs x where x.site = r.site and x.kind = r.kind and x.status = 'accepted'
                  and x.scope = '')
union all
select site, run_id, as_of, event, null, title, null, null, region, detail, posting_id
from crawl.posting_changes_today;
comment on view crawl.changes_today is
    'Of a directory, what its newest accepted run changed; of a board (posting_id), what the day did.';
