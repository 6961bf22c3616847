-- The fold: the cards of a site as columns, and their clusters as organisations. Run in one transaction, in this order.

-- name: subject(run_id)^
-- The site of a run, which nobody else folds before this transaction ends.
select site, pg_advisory_xact_lock(hashtextextended(site, 1)) from crawl.runs where run_id = :run_id;

-- name: cards(site)!
-- Every card as the fold compares it. Lists travel as joined text: their words and keys hold no blanks of their own.
copy (
    select org_id, extract(epoch from first_seen) as first_seen, array_to_string(name_tokens, ' ') as name,
           array_to_string(phone_keys, ' ') as phones, web_key, address_key, house,
           lower(address_parts ->> 'unit') as unit, lower(address_parts ->> 'postcode') as postcode,
           lower(address_parts ->> 'city') as city, case when address_key is null then address_parts ->> 'street' end as street,
           latitude, longitude, coalesce(precision = 'exact', false) as exact, closed_at is not null as closed,
           legal_name is not null as has_legal_name,
           num_nonnulls(name, address, address_key, district, latitude, hours, website, email, rating, review_count)
           + (phones <> '[]')::int + (rubrics <> '{}')::int + (links <> '{}')::int as filled
    from crawl.cards where site = :site
    order by org_id
) to stdout (format csv, header);

-- name: unfolded(site)
select card_a, card_b from crawl.unfolded where site = :site;

-- name: known(site)
select organisation_id, aliases, first_seen from crawl.organisations where site = :site;

-- name: retired(site)
-- Ids that organisations gave up when they merged into others.
select distinct e.organisation_id
from crawl.organisation_events e join crawl.runs r using (run_id)
where r.site = :site and e.event = 'merged';

-- name: folded#
-- Which organisation each card is of, whether it is the only one, and its place among the cards that speak for it (0 leads;
-- null: it is an alias and no more).
drop table if exists folded, folded_links, organisations_after;
create temporary table folded (org_id text primary key, organisation_id text not null, place integer, alone boolean not null,
                               review boolean not null, vague boolean not null)
    on commit drop;
create temporary table folded_links (card_a text not null, card_b text not null, key_kind text not null, key_value text not null)
    on commit drop;
create temporary table organisations_after (like crawl.organisations including defaults) on commit drop;

-- name: analyze#
analyze folded;

-- name: mark_vague(site)!
-- A point that the data shows to stand for a city is one, whatever the site calls it.
update crawl.cards c set precision = 'city'
from folded f where c.site = :site and c.org_id = f.org_id and f.vague and c.precision is distinct from 'city';

-- name: organisations(site, run_id)!
-- Each organisation, every field from the first of its cards that has it: of its open cards while one is open. What does
-- not come from the leading card says from which it does. The activity is the deepest rubric of the tree that the card
-- names, the first of those, under the tree's name for it.
insert into organisations_after
    (site, organisation_id, survivor_id, aliases, name, legal_name, activity, rubrics, phones, links, hours, hours_text,
     round_the_clock, website, email, address, address_key, district, latitude, longitude, precision, photo_count,
     review_count, rating, status, provenance, flags, first_seen, last_seen, closed_at, last_run)
with told as (
    select f.organisation_id, f.place, f.review, c.*,
           case when c.address_key is not null then 0 when c.address is not null then 1 end as address_worth,
           case c.precision when 'exact' then 0 when 'street' then 1 when 'city' then 2 end as point_worth
    from folded f join crawl.cards c on c.site = :site and c.org_id = f.org_id
    where not f.alone
), picked as (
    select organisation_id, (array_agg(org_id order by place))[1] as lead, array_agg(org_id order by place, org_id) as aliases,
           (array_agg(org_id order by place) filter (where place is not null and name is not null))[1] as name,
           (array_agg(org_id order by place) filter (where place is not null and legal_name is not null))[1] as legal_name,
           (array_agg(org_id order by place) filter (where place is not null and rubrics <> '{}'))[1] as rubrics,
           (array_agg(org_id order by place) filter (where place is not null and hours is not null))[1] as hours,
           (array_agg(org_id order by place) filter (where place is not null and website is not null))[1] as website,
           (array_agg(org_id order by place) filter (where place is not null and email is not null))[1] as email,
           (array_agg(org_id order by address_worth, place)
                filter (where place is not null and address_worth is not null))[1] as address,
           (array_agg(org_id order by place) filter (where place is not null and district is not null))[1] as district,
           (array_agg(org_id order by point_worth, place)
                filter (where place is not null and latitude is not null))[1] as point,
           (array_agg(org_id order by place) filter (where place is not null and photo_count is not null))[1] as photos,
           (array_agg(org_id order by place) filter (where place is not null and rating is not null))[1] as rating,
           bool_or(review) as review, min(first_seen) as first_seen, max(last_seen) as last_seen, max(last_run) as last_run,
           case when bool_and(closed_at is not null) then max(closed_at) end as closed_at
    from told group by organisation_id
), rows as (
    select p.organisation_id, p.lead, p.aliases, p.review, name.name, legal.legal_name, p.rubrics as rubrics_of,
           lead.rubrics, lead.phones, lead.links, hours.hours, hours.hours_text, hours.round_the_clock, website.website,
           email.email, address.address, address.address_key, district.district, point.latitude, point.longitude,
           point.precision, photos.photo_count, rating.review_count, rating.rating, lead.status, lead.flags, p.first_seen,
           p.last_seen, p.closed_at, p.last_run,
           jsonb_strip_nulls(jsonb_build_object(
               'name', nullif(p.name, p.lead), 'legal_name', nullif(p.legal_name, p.lead),
               'activity', nullif(p.rubrics, p.lead), 'hours', nullif(p.hours, p.lead),
               'website', nullif(p.website, p.lead), 'email', nullif(p.email, p.lead),
               'address', nullif(p.address, p.lead), 'district', nullif(p.district, p.lead),
               'coordinates', nullif(p.point, p.lead), 'photo_count', nullif(p.photos, p.lead),
               'rating', nullif(p.rating, p.lead))) as provenance
    from picked p
    join told lead on lead.org_id = p.lead
    left join told name on name.org_id = p.name
    left join told legal on legal.org_id = p.legal_name
    left join told hours on hours.org_id = p.hours
    left join told website on website.org_id = p.website
    left join told email on email.org_id = p.email
    left join told address on address.org_id = p.address
    left join told district on district.org_id = p.district
    left join told point on point.org_id = p.point
    left join told photos on photos.org_id = p.photos
    left join told rating on rating.org_id = p.rating
    union all
    select f.organisation_id, f.org_id, array[f.org_id], f.review, c.name, c.legal_name, f.org_id,
           c.rubrics, c.phones, c.links, c.hours, c.hours_text, c.round_the_clock, c.website,
           c.email, c.address, c.address_key, c.district, c.latitude, c.longitude,
           c.precision, c.photo_count, c.review_count, c.rating, c.status, c.flags, c.first_seen,
           c.last_seen, c.closed_at, c.last_run, '{}'
    from folded f join crawl.cards c on c.site = :site and c.org_id = f.org_id
    where f.alone
), labels as (
    select rubric_id as rubric, name, level from crawl.rubrics where run_id = :run_id
    union
    select name, name, level from crawl.rubrics where run_id = :run_id
), activities as (
    select distinct on (c.org_id) c.org_id, coalesce(l.name, mine.rubric) as activity
    from rows r
    join crawl.cards c on c.site = :site and c.org_id = r.rubrics_of
    cross join lateral unnest(c.rubrics) with ordinality as mine (rubric, ordinality)
    left join labels l using (rubric)
    order by c.org_id, l.level desc nulls last, mine.ordinality
)
select :site, organisation_id, lead, aliases, name, legal_name, activity, rubrics, phones, links, hours, hours_text,
       round_the_clock, website, email, address, address_key, district, latitude, longitude, precision, photo_count,
       review_count, rating, case when closed_at is null then status else 'permanently_closed' end, provenance,
       flags || array_remove(array[case when precision = 'city' then 'city_point' end,
                                   case when review then 'split_for_review' end], null),
       first_seen, last_seen, closed_at, last_run
from rows left join activities on activities.org_id = rows.rubrics_of;

-- name: gather_lists(site)!
-- Rubrics, phones and links of an organisation with several cards: those of the leading card first, each once.
with several as (
    select f.organisation_id, f.place, f.org_id, c.rubrics, c.phones, c.links, c.flags
    from folded f join crawl.cards c on c.site = :site and c.org_id = f.org_id
    where not f.alone and f.place is not null
), phones as (
    select organisation_id, jsonb_agg(phone order by place, ordinality) as phones,
           array_agg(distinct org_id) filter (where place > 0) as siblings
    from (select distinct on (organisation_id, phone ->> 'key', phone ->> 'extension')
                 organisation_id, place, org_id, phone, ordinality
          from several, jsonb_array_elements(phones) with ordinality as p (phone, ordinality)
          order by organisation_id, phone ->> 'key', phone ->> 'extension', place, ordinality) once
    group by organisation_id
), rubrics as (
    select organisation_id, array_agg(rubric order by place, ordinality) as rubrics,
           array_agg(distinct org_id) filter (where place > 0) as siblings
    from (select distinct on (organisation_id, rubric) organisation_id, place, org_id, rubric, ordinality
          from several, unnest(rubrics) with ordinality as r (rubric, ordinality)
          order by organisation_id, rubric, place, ordinality) once
    group by organisation_id
), links as (
    select organisation_id, array_agg(link order by place, ordinality) as links,
           array_agg(distinct org_id) filter (where place > 0) as siblings
    from (select distinct on (organisation_id, link) organisation_id, place, org_id, link, ordinality
          from several, unnest(links) with ordinality as l (link, ordinality)
          order by organisation_id, link, place, ordinality) once
    group by organisation_id
), flags as (
    select organisation_id, array_agg(distinct flag order by flag) as flags
    from several, unnest(flags) flag group by organisation_id
)
update organisations_after o
set phones = coalesce(p.phones, '[]'), rubrics = coalesce(r.rubrics, '{}'), links = coalesce(l.links, '{}'),
    flags = array(select distinct flag from unnest(o.flags || coalesce(g.flags, '{}')) flag order by flag),
    provenance = o.provenance || jsonb_strip_nulls(
        jsonb_build_object('phones', to_jsonb(p.siblings), 'rubrics', to_jsonb(r.siblings), 'links', to_jsonb(l.siblings)))
from (select distinct organisation_id from several) s
left join phones p using (organisation_id)
left join rubrics r using (organisation_id)
left join links l using (organisation_id)
left join flags g using (organisation_id)
where o.organisation_id = s.organisation_id;

-- name: merge_organisations()!
-- Organisations as they are now; rows that say what they said are not written again.
insert into crawl.organisations as o
    (site, organisation_id, survivor_id, aliases, name, legal_name, activity, rubrics, phones, hours, hours_text,
     round_the_clock, website, email, links, address, address_key, district, latitude, longitude, precision, photo_count,
     review_count, rating, status, provenance, flags, first_seen, last_seen, closed_at, last_run)
select site, organisation_id, survivor_id, aliases, name, legal_name, activity, rubrics, phones, hours, hours_text,
       round_the_clock, website, email, links, address, address_key, district, latitude, longitude, precision, photo_count,
       review_count, rating, status, provenance, flags, first_seen, last_seen, closed_at, last_run
from organisations_after
on conflict (site, organisation_id) do update
set survivor_id = excluded.survivor_id, aliases = excluded.aliases, name = excluded.name, legal_name = excluded.legal_name,
    activity = excluded.activity, rubrics = excluded.rubrics, phones = excluded.phones, hours = excluded.hours,
    hours_text = excluded.hours_text, round_the_clock = excluded.round_the_clock, website = excluded.website,
    email = excluded.email, links = excluded.links, address = excluded.address, address_key = excluded.address_key,
    district = excluded.district, latitude = excluded.latitude, longitude = excluded.longitude,
    precision = excluded.precision, photo_count = excluded.photo_count, review_count = excluded.review_count,
    rating = excluded.rating, status = excluded.status, provenance = excluded.provenance, flags = excluded.flags,
    first_seen = excluded.first_seen, last_seen = excluded.last_seen, closed_at = excluded.closed_at,
    last_run = excluded.last_run
where (o.survivor_id, o.aliases, o.name, o.legal_name, o.activity, o.rubrics, o.phones, o.hours, o.hours_text,
       o.round_the_clock, o.website, o.email, o.links, o.address, o.address_key, o.district, o.latitude, o.longitude,
       o.precision, o.photo_count, o.review_count, o.rating, o.status, o.provenance, o.flags, o.first_seen, o.last_seen,
       o.closed_at, o.last_run)
    is distinct from
      (excluded.survivor_id, excluded.aliases, excluded.name, excluded.legal_name, excluded.activity, excluded.rubrics,
       excluded.phones, excluded.hours, excluded.hours_text, excluded.round_the_clock, excluded.website, excluded.email,
       excluded.links, excluded.address, excluded.address_key, excluded.district, excluded.latitude, excluded.longitude,
       excluded.precision, excluded.photo_count, excluded.review_count, excluded.rating, excluded.status,
       excluded.provenance, excluded.flags, excluded.first_seen, excluded.last_seen, excluded.closed_at,
       excluded.last_run);

-- name: drop_merged(site)!
-- Organisations that are part of others now; their ids live on among the aliases.
delete from crawl.organisations o
where o.site = :site
  and not exists (select from organisations_after a where a.organisation_id = o.organisation_id);

-- name: merge_links(site, run_id)!
insert into crawl.fold_links as l (site, run_id, card_a, card_b, key_kind, key_value)
select :site, :run_id, card_a, card_b, key_kind, key_value from folded_links
on conflict (site, card_a, card_b, key_kind) do update
set run_id = excluded.run_id, key_value = excluded.key_value
where l.key_value <> excluded.key_value;

-- name: drop_links(site)!
delete from crawl.fold_links l
where l.site = :site
  and not exists (select from folded_links f
                  where (f.card_a, f.card_b, f.key_kind) = (l.card_a, l.card_b, l.key_kind));

-- name: add_event(run_id, organisation_id, event, detail)!
insert into crawl.organisation_events (run_id, organisation_id, event, detail)
values (:run_id, :organisation_id, :event, :detail)
on conflict do nothing;

-- name: known_cards(site, ids)
-- Which of these cards there are, and of which organisation each is.
select c.org_id, (select o.organisation_id from crawl.organisations o where o.site = c.site and o.aliases @> array[c.org_id])
from crawl.cards c where c.site = :site and c.org_id = any (:ids);

-- name: keep_apart(site, card_a, card_b)!
insert into crawl.unfolded (site, card_a, card_b) values (:site, :card_a, :card_b) on conflict do nothing;
