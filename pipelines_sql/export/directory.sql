-- name: organisations(site, rubrics, district, run_id)
-- One row an open organisation, those that asked to be left out excepted; by rubric (id or label), district, or the run
-- that last saw it.
select t.organisation_id, t.name, t.legal_name, t.activity, t.rubrics, t.phones, t.hours, t.hours_text, t.round_the_clock, t.website, t.email, t.links, t.address, t.district,
       t.latitude, t.longitude, t.precision, t.status, t.review_count, t.rating, t.photo_count,
       t.first_seen, t.last_seen, t.last_change, t.flags, t.aliases
from crawl.directory_table t
where t.site = :site
  and (:rubrics::text[] is null or t.rubrics && :rubrics or t.activity = any (:rubrics))
  and (:district::text is null or t.district = :district)
  and (:run_id::bigint is null or t.last_run = :run_id)
order by t.activity nulls last, t.name nulls last, t.organisation_id;

-- name: labels(site)
-- The names of all rubrics of a site, the newest run's where a name has changed.
select distinct on (rubric_id) rubric_id, r.name
from crawl.rubrics r join crawl.runs using (run_id)
where runs.site = :site
order by rubric_id, run_id desc;

-- name: changes(site, rubrics, district, run_id)
-- What a run changed, the newest accepted run by default.
select e.event, e.organisation_id, o.name, o.activity, o.address, o.district, r.run_id, r.as_of, e.detail
from crawl.organisation_events e
join crawl.runs r using (run_id)
left join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id
where r.site = :site
  and r.run_id = coalesce(:run_id::bigint,
                          (select max(x.run_id) from crawl.runs x
                           where x.site = :site and x.kind = 'directory' and x.status = 'accepted' and x.scope = ''))
  and (:rubrics::text[] is null or o.rubrics && :rubrics or o.activity = any (:rubrics))
  and (:district::text is null or o.district = :district)
  and not exists (select from crawl.suppressed s where s.site = r.site and s.organisation_id = e.organisation_id)
order by e.event, e.organisation_id;

-- name: cards(site, rubrics, district, run_id)
-- Every card as last known, closed ones included.
select c.org_id, c.name, c.legal_name, c.rubrics, c.phones, c.tracked_phones, c.hours, c.hours_text, c.website, c.domain,
       c.email, c.links, c.address, c.address_key, c.district, c.latitude, c.longitude, c.precision, c.status, c.rating,
       c.review_count, c.photo_count, c.flags, c.first_seen, c.last_seen, c.last_fetched, c.misses, c.closed_at
from crawl.cards c
where c.site = :site
  and (:rubrics::text[] is null or c.rubrics && :rubrics)
  and (:district::text is null or c.district = :district)
  and (:run_id::bigint is null or c.last_run = :run_id)
order by c.org_id;

-- name: parts(site, rubrics, district, run_id)
-- The slices of a run: what each promised, what was reached, and why they differ.
select p.run_id, p.slice_id, p.parent_id, p.rubric_id, b.name as rubric, p.filters, p.expected, p.collected, p.residual, p.pages, p.status,
       p.proven, p.reason, p.attempts
from crawl.parts p
join crawl.runs r using (run_id)
left join crawl.rubrics b on b.run_id = p.run_id and b.rubric_id = p.rubric_id
where r.site = :site
  and p.run_id = coalesce(:run_id::bigint,
                          (select max(x.run_id) from crawl.runs x
                           where x.site = :site and x.kind = 'directory' and x.mode <> 'reparse'))
  and (:rubrics::text[] is null or p.rubric_id = any (:rubrics))
  and (:district::text is null or p.filters ->> 'district' = :district)
order by p.rubric_id, p.slice_id;
