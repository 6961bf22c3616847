-- What a site promised in a run, and what was reached of it.

-- name: totals(run_id)^
-- Over the roots of the plan: the rubrics of a directory, the whole time of a board.
select count(*) as roots, count(*) filter (where proven) as proven, count(*) filter (where expected is null) as uncounted,
       count(*) filter (where expected > collected) as short,
       coalesce(sum(coalesce(expected, collected)), 0)::bigint as promised,
       coalesce(sum(least(collected, coalesce(expected, collected))), 0)::bigint as reached
from crawl.slices where run_id = :run_id and parent_id is null;

-- name: states(run_id)
-- What became of the slices.
select status, count(*) as slices, coalesce(sum(pages), 0)::bigint as pages, count(*) filter (where proven) as proven
from crawl.slices where run_id = :run_id group by status order by slices desc, status;

-- name: short_roots(run_id, most)
-- The roots that lack the most, or of which nothing is proven; and how many they are.
select s.root_id, n.name, p.name as above, s.status, s.reason, coalesce(s.expected, s.collected) as promised,
       least(s.collected, coalesce(s.expected, s.collected)) as reached, count(*) over () as of_all
from crawl.slices s
left join crawl.rubrics n on n.run_id = s.run_id and n.rubric_id = s.root_id
left join crawl.rubrics p on p.run_id = n.run_id and p.rubric_id = n.parent_id
where s.run_id = :run_id and s.parent_id is null and (s.expected > s.collected or not coalesce(s.proven, false))
order by greatest(s.expected - s.collected, s.residual) desc nulls last, s.root_id limit :most;

-- name: groups(run_id)
-- The same for each group at the top of the rubric tree, those that lack the most first.
with recursive tops as (
    select rubric_id, rubric_id as top from crawl.rubrics where run_id = :run_id and parent_id is null
    union all
    select r.rubric_id, t.top from crawl.rubrics r join tops t on t.rubric_id = r.parent_id where r.run_id = :run_id
)
select t.top, g.name, count(*) as rubrics, count(*) filter (where s.proven) as proven,
       coalesce(sum(coalesce(s.expected, s.collected)), 0)::bigint as promised,
       coalesce(sum(least(s.collected, coalesce(s.expected, s.collected))), 0)::bigint as reached
from crawl.slices s
join tops t on t.rubric_id = s.root_id
join crawl.rubrics g on g.run_id = s.run_id and g.rubric_id = t.top
where s.run_id = :run_id and s.parent_id is null
group by t.top, g.name
order by sum(greatest(s.expected - s.collected, 0)) desc nulls last, promised desc, t.top;

-- name: districts(run_id)
-- Rows that page one of each rubric promised a district, and those that its listings showed whose card says that district.
with roots as (
    select slice_id, root_id, facets -> 'district' as districts from crawl.slices join crawl.runs using (run_id)
    where run_id = :run_id and parent_id is null and facets -> 'district' <> '{}'
      and plan ->> 'fixed_total' is null  -- else its counts follow nothing either
), promised as (
    select key as district, sum(value::bigint) as promised from roots, jsonb_each_text(districts) group by key
), shown as (
    select distinct s.root_id, g.record_id
    from crawl.sightings g join crawl.slices s using (slice_id)
    where g.run_id = :run_id and s.root_id in (select root_id from roots)
), reached as (
    select coalesce(f.card ->> 'district', c.district) as district, count(*) as reached
    from shown h
    join crawl.runs r on r.run_id = :run_id
    left join crawl.staged_cards f on f.run_id = r.run_id and f.org_id = h.record_id and f.verdict = 'live'
    left join crawl.cards c on c.site = r.site and c.org_id = h.record_id
    group by 1
)
select district, promised::bigint, coalesce(reached, 0) as reached
from promised left join reached using (district)
where exists (select from reached k join promised using (district))  -- where cards name districts in other words, nothing is compared
order by promised - coalesce(reached, 0) desc, district;

-- name: axis_values(run_id)
-- The values of the axes along which slices were cut, with what the site promised of those slices and what was reached.
select f.key as axis, f.value, count(*) as slices, sum(s.expected)::bigint as promised,
       sum(least(s.collected, s.expected))::bigint as reached
from crawl.slices s
join crawl.runs r using (run_id)
cross join lateral jsonb_each_text(s.filters) f
where s.run_id = :run_id and not s.own_pages and s.expected is not null
  and f.key = s.path -> -1 ->> 0 and f.key is distinct from r.plan ->> 'time_axis'
group by f.key, f.value
order by f.key, sum(s.expected - least(s.collected, s.expected)) desc, f.value;

-- name: days(run_id)
-- The windows of a board that were not cut along time any more, those between the same two days together.
select (coalesce(w.win_from, w.win_to) at time zone 'UTC')::date as first,
       greatest((coalesce(w.win_to - interval '1 second', w.win_from) at time zone 'UTC')::date,
                (coalesce(w.win_from, w.win_to) at time zone 'UTC')::date) as last,
       sum(coalesce(w.expected, w.collected))::bigint as promised,
       sum(least(w.collected, coalesce(w.expected, w.collected)))::bigint as reached
from crawl.windows w
join crawl.runs r using (run_id)
where w.run_id = :run_id and w.filters = '{}' and not w.own_pages
  and (w.status <> 'cut' or exists (select from crawl.slices c where c.parent_id = w.slice_id
                                    and c.way_name is distinct from r.plan ->> 'time_axis'))
  and coalesce(w.win_from, w.win_to) is not null
group by 1, 2 order by 1, 2;

-- name: holes(run_id, most)
-- The slices that hide something, with the reason; and how many there are.
select s.root_id, n.name, s.filters, s.expected, s.collected, s.residual, s.status, s.reason, s.attempts,
       count(*) over () as of_all
from crawl.slices s
left join crawl.rubrics n on n.run_id = s.run_id and n.rubric_id = s.root_id
where s.run_id = :run_id and (s.status in ('failed', 'truncated') or s.residual > 0)
order by greatest(coalesce(s.expected, 0) - s.collected, s.residual) desc, s.slice_id limit :most;
