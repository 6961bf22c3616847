-- Why a row is as it is: what is kept of one organisation and its cards.

-- name: organisation(site, id)^
-- The organisation of that id, or the one of which that card is.
select * from crawl.organisations
where site = :site and (organisation_id = :id or aliases @> array[:id])
order by organisation_id <> :id
limit 1;

-- name: draft(site, id)^
select found_by, first_seen, last_seen from crawl.pending_cards where site = :site and org_id = :id;

-- name: cards(site, ids)
select org_id as card, name, address,
       array(select phone ->> 'number' from jsonb_array_elements(phones) phone)
       || array(select (phone ->> 'number') || ' (tracked)' from jsonb_array_elements(tracked_phones) phone) as phones,
       array[case when closed_at is null then status else 'closed ' || closed_at::date end]
       || case when misses > 0 then array['missed ' || misses] else '{}' end || flags as state,
       array['listed ' || first_seen::date || ' to ' || last_seen::date, 'fetched ' || last_fetched::date] as seen, sources
from crawl.cards where site = :site and org_id = any (:ids)
order by array_position(:ids, org_id);

-- name: joins(site, ids)
select card_a as card, card_b as "and card", key_kind as key, key_value as value, run_id as "since run"
from crawl.fold_links
where site = :site and card_a = any (:ids) and card_b = any (:ids)
order by card_a, card_b, key_kind;

-- name: apart(site, ids)
select card_a as card, card_b as "and card", at as since from crawl.unfolded
where site = :site and (card_a = any (:ids) or card_b = any (:ids))
order by card_a, card_b;

-- name: sightings(site, ids)
-- Where the listings of the last run that saw each card showed it.
select c.org_id as card, r.run_id as run, r.as_of as "as of", coalesce(t.name, s.root_id) as rubric, s.filters as slice,
       g.position
from crawl.cards c
join crawl.runs r on r.run_id = c.last_run
join crawl.sightings g on g.run_id = c.last_run and g.record_id = c.org_id
join crawl.slices s using (slice_id)
left join crawl.rubrics t on t.run_id = r.run_id and t.rubric_id = s.root_id
where c.site = :site and c.org_id = any (:ids)
order by array_position(:ids, c.org_id), rubric, s.slice_id;

-- name: verdicts(site, ids)
select v.run_id as run, r.as_of as "as of", v.org_id as card, v.sighted, v.covered, v.verdict as "its page", v.misses, v.change
from crawl.verdicts v join crawl.runs r using (run_id)
where r.site = :site and v.org_id = any (:ids)
order by v.run_id desc, v.org_id
limit 20;

-- name: versions(site, ids)
select run_id as run, seen_at as "on", org_id as card, changed as fields from crawl.card_versions
where site = :site and org_id = any (:ids)
order by run_id desc, org_id
limit 20;

-- name: events(site, ids)
select r.run_id as run, r.as_of as "as of", e.organisation_id as organisation, e.event, e.detail
from crawl.organisation_events e join crawl.runs r using (run_id)
where r.site = :site and (e.organisation_id = any (:ids) or e.detail ->> 'into' = any (:ids) or e.detail ->> 'from' = any (:ids))
order by r.run_id desc, e.event
limit 20;
