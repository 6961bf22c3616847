-- What people query and export of a directory.

create view crawl.directory_table as
select o.site, o.organisation_id, o.aliases, o.name, o.legal_name, o.activity, o.rubrics, o.phones, o.hours, o.hours_text,
       o.round_the_clock, o.website, o.email, o.links, o.address, o.district, o.latitude, o.longitude, o.precision,
       o.status, o.review_count, o.rating, o.photo_count, o.first_seen, o.last_seen, o.last_change, o.flags, o.last_run
from crawl.organisations o
where o.closed_at is null
  and not exists (select from crawl.suppressed s
                  where s.site = o.site and s.organisation_id in (o.organisation_id, o.survivor_id));

create view crawl.changes_today as
select r.site, r.run_id, r.as_of, e.event, e.organisation_id, o.name, o.activity, o.address, o.district, e.detail
from crawl.organisation_events e
join crawl.runs r using (run_id)
left join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id
where r.run_id = (select max(run_id) from crawl.runs x where x.site = r.site and x.kind = r.kind and x.status = 'accepted'
                  and x.scope = '');
