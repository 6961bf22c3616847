-- The pages from which the records of a run were read.

-- name: known_dictionaries(site, dictionaries)
-- Which of some dictionaries are stored.
select dictionary from crawl.archive_dictionaries where site = :site and dictionary = any (:dictionaries);

-- name: add_dictionary(site, dictionary, content)!
insert into crawl.archive_dictionaries (site, dictionary, content) values (:site, :dictionary, :content)
on conflict do nothing;

-- name: forget_units(run_id, surfaces, units)!
-- What was kept of some units before: a record whose pages were taken over from another run is fetched again.
delete from crawl.archived_pages where run_id = :run_id and surface = any (:surfaces) and unit = any (:units);

-- name: carry_cards(run_id, site)!
-- The pages of the cards that this run took over from runs that promoted nothing go with them; not with a part, beside
-- which the whole run may still be read anew.
update crawl.archived_pages p set run_id = :run_id
from (
    select distinct on (s.org_id) s.org_id, u.run_id
    from crawl.staged_cards s
    join crawl.runs me on me.run_id = :run_id and me.scope = ''
    join crawl.runs u on u.site = :site and u.kind = me.kind and u.run_id < :run_id
        and u.run_id > coalesce(me.base_run, 0) and u.status in ('rejected', 'failed')
        and u.profile_digest = me.profile_digest
    join crawl.archived_pages a on a.run_id = u.run_id and a.surface = 'card' and a.unit = s.org_id
    where s.run_id = :run_id
    order by s.org_id, u.run_id desc
) carried
where p.run_id = carried.run_id and p.surface in ('card', 'contacts', 'contacts again') and p.unit = carried.org_id;

-- name: carry_details(slice_id)!
-- The same of postings whose descriptions this run took over, by the slice that shows them.
update crawl.archived_pages p set run_id = carried.taken_by
from (
    select distinct on (g.record_id) g.record_id, r.run_id as taken_by, u.run_id
    from crawl.sightings g
    join crawl.runs r on r.run_id = g.run_id and r.scope = ''
    join crawl.staged_postings s on s.run_id = r.run_id and s.posting_id = g.record_id and s.text_digest is not null
    join crawl.runs u on u.site = r.site and u.kind = r.kind and u.run_id < r.run_id
        and u.run_id > coalesce(r.base_run, 0) and u.status in ('rejected', 'failed')
        and u.profile_digest = r.profile_digest
    join crawl.archived_pages a on a.run_id = u.run_id and a.surface = 'posting' and a.unit = g.record_id
    where g.slice_id = :slice_id and g.digest <> ''
      and not exists (select from crawl.archived_pages mine
                      where mine.run_id = r.run_id and mine.surface = 'posting' and mine.unit = g.record_id)
    order by g.record_id, u.run_id desc
) carried
where p.run_id = carried.run_id and p.surface = 'posting' and p.unit = carried.record_id;

-- name: take_back(site, run_id)!
-- The pages that later runs took over from a rejected one, and failed with, are its own again.
update crawl.archived_pages p set run_id = :run_id
from (
    select distinct on (a.unit) a.unit, u.run_id
    from crawl.runs r
    join crawl.runs u on u.site = r.site and u.kind = r.kind and u.run_id > r.run_id and u.status = 'failed'
        and u.profile_digest = r.profile_digest
    join crawl.archived_pages a on a.run_id = u.run_id and a.surface in ('card', 'posting')
    where r.site = :site and r.run_id = :run_id and r.status = 'rejected'
      and (exists (select from crawl.staged_cards s where s.run_id = r.run_id and s.org_id = a.unit)
           or exists (select from crawl.staged_postings s where s.run_id = r.run_id and s.posting_id = a.unit))
      and not exists (select from crawl.archived_pages mine
                      where mine.run_id = r.run_id and mine.surface <> 'listing' and mine.unit = a.unit)
    order by a.unit, u.run_id
) taken
where p.run_id = taken.run_id and p.surface <> 'listing' and p.unit = taken.unit;

-- name: prune_pages(site, days, runs)!
-- Pages of runs that began so many days ago; and of every run before the newest accepted ones, the listing pages and
-- those of records that are closed or that a later accepted run has read. An unfinished run keeps what it has.
with kept as (
    select run_id from crawl.runs
    where site = :site and status = 'accepted' and scope = '' and mode <> 'intraday'
    order by run_id desc limit :runs
), first_kept as (
    select case when :runs = 0 then (select max(run_id) + 1 from crawl.runs) when count(*) = :runs then min(run_id) end as run_id
    from kept
), newest as (
    select p.surface, p.unit, max(p.run_id) as run_id
    from crawl.archived_pages p join crawl.runs r using (run_id)
    where r.site = :site and r.status = 'accepted' and p.surface in ('card', 'posting')
    group by p.surface, p.unit
), closed as (
    select org_id as unit from crawl.cards where site = :site and closed_at is not null
    union
    select posting_id from crawl.postings where site = :site and state = 'closed'
)
delete from crawl.archived_pages p using crawl.runs r
where r.run_id = p.run_id and r.site = :site and r.status not in ('running', 'interrupted')
  and (r.started_at < now() - make_interval(secs => :days * 86400.0)
       or (p.run_id < (select run_id from first_kept)
           and (p.surface = 'listing'
                or p.unit in (select unit from closed)
                or exists (select from newest n
                           where n.unit = p.unit and n.run_id > p.run_id
                             and n.surface = case when p.surface = 'posting' then 'posting' else 'card' end))));

-- name: prune_dictionaries(site)!
-- Dictionaries with which no page is read any more.
delete from crawl.archive_dictionaries d
where d.site = :site
  and not exists (select from crawl.archived_pages p join crawl.runs r using (run_id)
                  where r.site = d.site and p.dictionary = d.dictionary);
