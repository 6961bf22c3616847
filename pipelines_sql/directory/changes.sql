-- What a run changes: the evidence on each card, the outcomes written back, and the views of the organisations before and
-- after. Run inside the judging transaction.

-- name: remember_before#
-- How the organisations stood, and of which one each card was, private to the judging transaction.
create temporary table organisations_before (like crawl.organisations) on commit drop;
create temporary table cards_before (card_id text primary key, organisation_id text not null, is_open boolean not null)
    on commit drop;

-- name: copy_before(run_id)!
insert into organisations_before select o.* from crawl.organisations o join crawl.runs r using (site) where r.run_id = :run_id;

-- name: copy_cards_before#
insert into cards_before
select card_id, organisation_id, closed_at is null from organisations_before, unnest(aliases) as card_id
on conflict do nothing;
create unique index on organisations_before (organisation_id);
analyze organisations_before;
analyze cards_before;

-- name: place_coverage#
-- Whether the places of each open card are covered, private to the judging transaction.
create temporary table place_coverage (org_id text, rubric text, covered boolean not null, primary key (org_id, rubric))
    on commit drop;

-- name: cover_places(run_id)!
-- A place is a rubric with what is known of its axis values: those by which the card was shown last, and its own
-- district. It is covered by any slice proven complete that asks for nothing beyond them (the whole rubric asks for
-- nothing), and a rubric that neither this run's tree nor the base run's has lists nobody. The rubrics that a card names
-- itself are its places, too.
insert into place_coverage
with me as (
    select run_id, site, base_run from crawl.runs where run_id = :run_id
), slices as (
    select s.root_id as rubric, array(select key || '=' || value from jsonb_each_text(s.filters)) as asked
    from crawl.slices s where s.run_id = :run_id and s.proven
), proven as materialized (
    select rubric, asked from slices s
    where asked = '{}' or not exists (select from slices w where w.rubric = s.rubric and w.asked = '{}')
    union
    select distinct p ->> 'rubric', '{}'::text[]
    from crawl.cards c join me using (site), jsonb_array_elements(c.places) p
    where c.closed_at is null
      and p ->> 'rubric' <> ''  -- the whole of a site without a tree
      and not exists (select from crawl.rubrics t where t.run_id in (me.run_id, me.base_run) and t.rubric_id = p ->> 'rubric')
), shown as (
    select c.org_id, p ->> 'rubric' as rubric, f.key || '=' || f.value as known, c.district
    from crawl.cards c join me using (site)
    cross join jsonb_array_elements(c.places) p
    left join lateral jsonb_each_text(p -> 'at') f on true
    where c.closed_at is null
    union all
    select c.org_id, n.rubric, null, c.district
    from crawl.cards c join me using (site) cross join unnest(c.rubrics) n (rubric)
    where c.closed_at is null
      and n.rubric in (select root_id from crawl.slices where run_id = :run_id and parent_id is null)
), places as materialized (
    select org_id, rubric, array_remove(array_agg(distinct known) || ('district=' || min(district)), null) as known
    from shown group by org_id, rubric
)
select p.org_id, p.rubric, coalesce(bool_or(v.asked <@ p.known), false)
from places p left join proven v using (rubric)
group by p.org_id, p.rubric;

-- name: evidence(run_id)
-- Every card on which this run has more to say than "open, and seen again": how it stood, and what was learned. A card is
-- covered when all its places are. A page counts as this run's own only when this run fetched it.
with me as (
    select run_id, site, started_at from crawl.runs where run_id = :run_id
), sighted as materialized (
    select distinct record_id as org_id from crawl.sightings where run_id = :run_id
), covered as (
    select org_id from place_coverage group by org_id having bool_and(covered)
)
select c.org_id, c.closed_at is null as is_open, c.misses, 'unlisted' = any (c.flags) as unlisted,
       s.org_id is not null as sighted, v.org_id is not null as covered, a.verdict
from crawl.cards c
join me using (site)
left join sighted s using (org_id)
left join covered v using (org_id)
left join crawl.staged_cards a on a.run_id = me.run_id and a.org_id = c.org_id and a.fetched_at >= me.started_at
where (s.org_id is null and c.closed_at is null)
   or (s.org_id is not null and (c.closed_at is not null or c.misses > 0 or 'unlisted' = any (c.flags)))
   or a.verdict in ('gone', 'closed')
order by c.org_id;

-- name: card_outcomes#
-- What the evidence makes of the cards, private to the judging transaction.
create temporary table card_outcomes
    (org_id text primary key, is_open boolean, misses integer, unlisted boolean, change text, sighted boolean,
     covered boolean, verdict text)
on commit drop;

-- name: write_states(run_id)!
update crawl.cards c
set misses = o.misses,
    closed_at = case when o.is_open then null else coalesce(c.closed_at, r.as_of) end,
    flags = array(select flag from unnest(c.flags) flag where flag <> 'unlisted')
            || case when o.unlisted then array['unlisted'] else '{}' end
from card_outcomes o, crawl.runs r
where r.run_id = :run_id and c.site = r.site and c.org_id = o.org_id
  and (c.misses, c.closed_at is null, 'unlisted' = any (c.flags)) is distinct from (o.misses, o.is_open, o.unlisted);

-- name: write_verdicts(run_id)!
insert into crawl.verdicts (run_id, org_id, sighted, covered, verdict, misses, change)
select :run_id, org_id, sighted, covered, verdict, misses, change from card_outcomes
where change is not null or not sighted
on conflict do nothing;

-- name: standings(run_id)
-- Organisations that are new, or whose standing differs from before. What came out of a known one is known.
select o.organisation_id,
       b.organisation_id is not null or exists (select from cards_before c where c.card_id = any (o.aliases)) as known,
       coalesce(b.closed_at is null,
                (select bool_or(c.is_open) from cards_before c where c.card_id = any (o.aliases)), false) as was_open,
       o.closed_at is null as is_open,
       exists (select from crawl.verdicts v where v.run_id = r.run_id and v.org_id = any (o.aliases)
               and v.change = 'closed by absence') as by_absence
from crawl.organisations o
join crawl.runs r using (site)
left join organisations_before b using (organisation_id)
where r.run_id = :run_id
  and (b.organisation_id is null or (b.closed_at is null) <> (o.closed_at is null))
order by o.organisation_id;

-- name: edited(run_id)
-- The cards, open then and now, of every organisation of which this run edited one: their records before and after.
with me as (
    select run_id, site from crawl.runs where run_id = :run_id
), edits as materialized (
    select v.org_id, v.payload -> 'before' as before from crawl.card_versions v join me using (run_id, site)
), members as (
    select o.organisation_id, card_id
    from crawl.organisations o join me using (site) join organisations_before b using (organisation_id),
         unnest(o.aliases) as card_id
    where o.closed_at is null and b.closed_at is null
), touched as (
    select distinct m.organisation_id from members m join edits e on e.org_id = m.card_id
)
select m.organisation_id, c.org_id, coalesce(e.before, now.record) as before, now.record as after
from touched t
join members m using (organisation_id)
join me on true
join crawl.cards c on c.site = me.site and c.org_id = m.card_id
cross join lateral (select to_jsonb(c) - '{raw,places,line_digests,hours_text,sources}'::text[]) now (record)
left join edits e on e.org_id = c.org_id
where c.closed_at is null and c.first_run < me.run_id and e.before ->> 'closed_at' is null
order by m.organisation_id, c.org_id;

-- name: add_event(run_id, organisation_id, event, detail)!
insert into crawl.organisation_events (run_id, organisation_id, event, detail)
values (:run_id, :organisation_id, :event, :detail)
on conflict do nothing;

-- name: name_last_changes(run_id)!
-- Every organisation says what this run changed about it, or nothing.
update crawl.organisations o set last_change = n.events
from (
    select x.organisation_id, e.events
    from crawl.organisations x
    join crawl.runs r using (site)
    left join (select organisation_id, string_agg(event, ', ' order by event) as events
               from crawl.organisation_events where run_id = :run_id group by organisation_id) e using (organisation_id)
    where r.run_id = :run_id
) n, crawl.runs r
where r.run_id = :run_id and o.site = r.site and o.organisation_id = n.organisation_id
  and o.last_change is distinct from n.events;
