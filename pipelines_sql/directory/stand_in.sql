-- name: one_row_per_card(run_id)!
insert into crawl.organisations as o (
    site, organisation_id, survivor_id, aliases, name, legal_name, activity, rubrics, phones, hours, hours_text,
    round_the_clock, website, email, links, address, address_key, district, latitude, longitude, precision,
    photo_count, review_count, rating, status, first_seen, last_seen, closed_at, last_run)
select c.site, c.org_id, c.org_id, array[c.org_id], c.name, c.legal_name, c.rubrics[1], c.rubrics, c.phones, c.hours,
       c.hours_text, c.round_the_clock, c.website, c.email, c.links, c.address, c.address_key, c.district, c.latitude,
       c.longitude, c.precision, c.photo_count, c.review_count, c.rating, c.status, c.first_seen, c.last_seen,
       c.closed_at, c.last_run
from crawl.cards c join crawl.runs r using (site) where r.run_id = :run_id
on conflict (site, organisation_id) do update
set name = excluded.name, rubrics = excluded.rubrics, phones = excluded.phones, hours = excluded.hours,
    address = excluded.address, address_key = excluded.address_key, district = excluded.district,
    status = excluded.status, last_seen = excluded.last_seen, closed_at = excluded.closed_at, last_run = excluded.last_run;
