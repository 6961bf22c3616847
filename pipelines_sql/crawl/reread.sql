-- A run that reads the archived pages of another one anew: its units, its facts, and what becomes of the other's facts.

-- name: archive(site, run_id)^
-- A run whose pages are to be read anew, how many units of it are archived, and how many of its records are not.
select r.kind, r.mode, r.scope, r.status,
       not exists (select from crawl.runs x where x.site = r.site and x.scope = '' and x.run_id > r.run_id
                   and x.status <> 'failed') as is_newest,
       (select count(distinct unit) from crawl.archived_pages p where p.run_id = r.run_id and p.surface = 'listing') as listings,
       (select count(*) from crawl.archived_pages p where p.run_id = r.run_id and p.surface in ('card', 'posting')) as records,
       (select count(*)
        from (select s.org_id as id from crawl.staged_cards s where s.run_id = r.run_id and s.card is not null
              union
              select c.org_id from crawl.cards c where c.site = r.site and r.kind = 'directory' and c.last_fetched = r.as_of
              union
              select p.posting_id from crawl.postings p
              where p.site = r.site and p.last_run = r.run_id
                and not exists (select from crawl.archived_pages l where l.run_id = r.run_id and l.surface = 'listing')
             ) read
        where not exists (select from crawl.archived_pages a
                          where a.run_id = r.run_id and a.surface in ('card', 'posting') and a.unit = read.id)) as lacking
from crawl.runs r where r.site = :site and r.run_id = :run_id;

-- name: enqueue_listings(run_id, rereads)!
insert into crawl.fetches (run_id, kind, record_id, reason)
select distinct :run_id, 'listing', unit, 'reread' from crawl.archived_pages
where run_id = :rereads and surface = 'listing'
on conflict do nothing;

-- name: enqueue_records(run_id, rereads)!
insert into crawl.fetches (run_id, kind, record_id, reason)
select :run_id, surface, unit, 'reread' from crawl.archived_pages
where run_id = :rereads and surface in ('card', 'posting')
on conflict do nothing;

-- name: frames(rereads, listings, records)
-- The archived pages of some units.
select surface, unit, position, dictionary, frame from crawl.archived_pages
where run_id = :rereads
  and ((surface = 'listing' and unit = any (:listings)) or (surface <> 'listing' and unit = any (:records)))
order by unit, surface, position;

-- name: dictionaries(site, dictionaries)
select dictionary, content from crawl.archive_dictionaries where site = :site and dictionary = any (:dictionaries);

-- name: lines(run_id, records)
-- The listing lines of some records as they were read anew, one each.
select distinct on (record_id) record_id, digest, line from crawl.reread_lines
where run_id = :run_id and record_id = any (:records)
order by record_id, slice_id;

-- name: progress(run_id)^
select count(*) filter (where status in ('done', 'failed')) as ended, count(*) as units from crawl.fetches where run_id = :run_id;

-- name: new_lines#
-- The staging table of a listing, private to the connection's transaction.
create temporary table if not exists new_lines (record_id text, digest text, line jsonb) on commit delete rows;

-- name: keep_lines(run_id, rereads, slice_id)!
-- Of the lines of a listing, those that are read with a page of their records, or that are another than before.
insert into crawl.reread_lines (run_id, slice_id, record_id, digest, line)
select :run_id, :slice_id, n.record_id, n.digest, n.line
from new_lines n
where exists (select from crawl.archived_pages a
              where a.run_id = :rereads and a.surface in ('card', 'posting') and a.unit = n.record_id)
   or exists (select from crawl.sightings s
              where s.slice_id = :slice_id and s.record_id = n.record_id and s.digest <> '' and s.digest <> n.digest)
on conflict do nothing;

-- name: replace_lines(run_id, rereads)!
-- The lines of the other run are as they were read anew.
update crawl.sightings s set digest = l.digest, line = l.line
from crawl.reread_lines l
where l.run_id = :run_id and s.run_id = :rereads and s.slice_id = l.slice_id and s.record_id = l.record_id and s.digest <> '';

-- name: forget_sources(rereads)!
delete from crawl.field_sources where run_id = :rereads;

-- name: replace_sources(run_id, rereads)!
insert into crawl.field_sources (run_id, field, source, n)
select :rereads, field, source, n from crawl.field_sources where run_id = :run_id;

-- name: forget_faults(rereads)!
-- Ids that are none belong to the walk, which is not done again.
delete from crawl.faults where run_id = :rereads and field <> 'id';

-- name: replace_faults(run_id, rereads)!
insert into crawl.faults (run_id, field, reason, n, example)
select :rereads, field, reason, n, example from crawl.faults where run_id = :run_id
on conflict (run_id, field, reason) do update set n = excluded.n, example = excluded.example;

-- name: replace_profile(run_id, rereads)!
-- By which profile the records of the other run are read.
update crawl.runs r
set profile_digest = me.profile_digest,
    plan = r.plan || (case when me.plan ? 'chains' then jsonb_build_object('chains', me.plan -> 'chains') else '{}' end)
from crawl.runs me where me.run_id = :run_id and r.run_id = :rereads;

-- name: take_rubrics(run_id)!
-- The names of rubrics, for what is folded: those of the last accepted run.
insert into crawl.rubrics (run_id, rubric_id, parent_id, level, name, url, count)
select me.run_id, b.rubric_id, b.parent_id, b.level, b.name, b.url, b.count
from crawl.runs me join crawl.rubrics b on b.run_id = me.base_run
where me.run_id = :run_id
on conflict do nothing;

-- name: rereads(run_id)^
-- The run whose pages this one reads anew, which nobody else judges meanwhile.
select r.run_id, r.status,
       not exists (select from crawl.runs x where x.site = r.site and x.scope = '' and x.run_id > r.run_id
                   and x.status <> 'failed') as is_newest
from crawl.runs me join crawl.runs r on r.run_id = (me.plan ->> 'rereads')::bigint
where me.run_id = :run_id
for update of r;
