-- The facts of an accepted run become the state of the world. Run inside the judging transaction, in this order.

-- name: write_versions(run_id)!
-- An edit of a known card: the names of the fields that moved, and the card as it was before.
insert into crawl.card_versions (site, org_id, run_id, digest, changed, payload, seen_at)
select c.site, c.org_id, r.run_id, s.digest,
       array(select key from jsonb_each(s.card) new
             where key in ('name', 'legal_name', 'rubrics', 'address_key', 'latitude', 'longitude', 'hours',
                           'phone_keys', 'domain', 'email', 'status')
               and new.value is distinct from to_jsonb(c) -> key order by key),
       jsonb_build_object('before', to_jsonb(c) - 'raw' - 'places' - 'line_digests', 'after', s.card - 'raw'),
       r.as_of
from crawl.staged_cards s
join crawl.runs r using (run_id)
join crawl.cards c on c.site = r.site and c.org_id = s.org_id
where s.run_id = :run_id and s.card is not null and s.digest is distinct from c.digest
on conflict do nothing;

-- name: seen_now#
-- What the listings of the run showed, by card; private to the transaction.
create temporary table if not exists seen_now (record_id text primary key, digests text[], places jsonb)
on commit delete rows;
truncate seen_now;

-- name: gather_seen(run_id)!
insert into seen_now (record_id, digests, places)
select record_id, array_agg(distinct digest),
       jsonb_agg(distinct jsonb_build_object('rubric', s.root_id, 'at', s.filters))
from crawl.sightings g join crawl.slices s using (slice_id)
where g.run_id = :run_id
group by record_id;

-- name: merge_cards(run_id)!
-- Fetched cards as they are now. A card that no listing shows is a draft and waits; one known already is kept up.
insert into crawl.cards as c (
    site, org_id,
    name, legal_name, rubrics, address, address_parts, address_key, house, district, latitude, longitude,
    precision, hours, hours_text, round_the_clock, phones, phone_keys, tracked_phones, website, domain,
    web_key, links, email, photo_count, review_count, rating, status, name_tokens, raw, sources, flags,
    branches, digest, line_digests, places,
    first_seen, last_seen, last_fetched, last_confirmed, first_run, last_run
)
select r.site, s.org_id,
       p.name, p.legal_name, coalesce(p.rubrics, '{}'), p.address, coalesce(p.address_parts, '{}'),
       p.address_key, p.house, p.district, p.latitude, p.longitude, p.precision, p.hours, p.hours_text,
       p.round_the_clock, coalesce(p.phones, '[]'), coalesce(p.phone_keys, '{}'), coalesce(p.tracked_phones,
       '[]'), p.website, p.domain, p.web_key, coalesce(p.links, '{}'), p.email, p.photo_count,
       p.review_count, p.rating, p.status, coalesce(p.name_tokens, '{}'), p.raw, p.sources,
       coalesce(p.flags, '{}'), coalesce(p.branches, '{}'), p.digest,
       coalesce(seen.digests, '{}'), coalesce(seen.places, '[]'),
       r.as_of, r.as_of, r.as_of, r.as_of, r.run_id, r.run_id
from crawl.staged_cards s
join crawl.runs r using (run_id)
cross join lateral jsonb_populate_record(null::crawl.cards, s.card) p
left join crawl.cards known on known.site = r.site and known.org_id = s.org_id
left join seen_now seen on seen.record_id = s.org_id
where s.run_id = :run_id and s.card is not null and (known.org_id is not null or seen.record_id is not null)
on conflict (site, org_id) do update
set name = excluded.name, legal_name = excluded.legal_name, rubrics = excluded.rubrics, address =
    excluded.address, address_parts = excluded.address_parts, address_key = excluded.address_key, house =
    excluded.house, district = excluded.district, latitude = excluded.latitude, longitude =
    excluded.longitude, precision = excluded.precision, hours = excluded.hours, hours_text =
    excluded.hours_text, round_the_clock = excluded.round_the_clock, phones = excluded.phones, phone_keys =
    excluded.phone_keys, tracked_phones = excluded.tracked_phones, website = excluded.website, domain =
    excluded.domain, web_key = excluded.web_key, links = excluded.links, email = excluded.email, photo_count
    = excluded.photo_count, review_count = excluded.review_count, rating = excluded.rating, status =
    excluded.status, name_tokens = excluded.name_tokens, raw = excluded.raw, sources = excluded.sources,
    flags = excluded.flags || array(select flag from unnest(c.flags) flag where flag = 'unlisted'),
    branches = excluded.branches, digest = excluded.digest, last_fetched = excluded.last_fetched,
    last_confirmed = case
        when exists (select from crawl.staged_cards t join crawl.runs me using (run_id)
                     where t.run_id = :run_id and t.org_id = c.org_id and t.fetched_at >= me.started_at)
        then excluded.last_confirmed else c.last_confirmed end,
    last_run = excluded.last_run;

-- name: touch_sighted(run_id)!
-- What the listings showed of cards known before: seen now, and the lines and places by which it was shown. A place that no slice of this run
-- covers is kept beside them: not having seen the card there proves nothing.
update crawl.cards c
set last_seen = r.as_of, last_confirmed = r.as_of, last_run = r.run_id, line_digests = seen.digests,
    places = seen.places || coalesce(
        (select jsonb_agg(p)
         from jsonb_array_elements(c.places) p
         join place_coverage k on k.org_id = c.org_id and k.rubric = p ->> 'rubric' and not k.covered
         where not seen.places @> jsonb_build_array(p)), '[]')
from crawl.runs r, seen_now seen
where r.run_id = :run_id and c.site = r.site and c.org_id = seen.record_id and c.first_run is distinct from r.run_id;

-- name: keep_drafts(run_id)!
-- Records that no listing shows wait until one does.
insert into crawl.pending_cards as p (site, org_id, found_by, card, first_seen, last_seen)
select r.site, s.org_id, coalesce(f.reason, 'search'), s.card, r.as_of, r.as_of
from crawl.staged_cards s
join crawl.runs r using (run_id)
left join crawl.fetches f on f.run_id = s.run_id and f.kind = 'card' and f.record_id = s.org_id
where s.run_id = :run_id and s.card is not null and s.verdict = 'live'
  and not exists (select from crawl.cards c where c.site = r.site and c.org_id = s.org_id)
on conflict (site, org_id) do update set card = excluded.card, last_seen = excluded.last_seen;

-- name: drop_drafts(run_id)!
-- A draft waits no longer once it is a card, or once its page says that it is gone.
delete from crawl.pending_cards p using crawl.runs r
where r.run_id = :run_id and p.site = r.site
  and (exists (select from crawl.cards c where c.site = p.site and c.org_id = p.org_id)
       or exists (select from crawl.staged_cards s
                  where s.run_id = r.run_id and s.org_id = p.org_id and s.verdict <> 'live'));
