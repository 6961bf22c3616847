-- How fast a run was served, and where it was refused.

-- name: minutes(run_id)
select minute, served, refused, rate from crawl.pace_minutes where run_id = :run_id order by minute;

-- name: surfaces(run_id)
-- What is asked for beside the slices.
select slot, served, refused, pace, effective_rate
from crawl.slice_pace where run_id = :run_id and slice_id is null order by served + refused desc, slot limit 20;

-- name: slices(run_id)^
-- The slices together: how many were asked, how many refused, how fast the slow and the usual ones went.
select count(*) as slices, coalesce(sum(served), 0)::bigint as served, coalesce(sum(refused), 0)::bigint as refused,
       count(*) filter (where refused > 0) as refused_slices,
       percentile_cont(0.5) within group (order by effective_rate) as median_rate
from crawl.slice_pace where run_id = :run_id and slice_id is not null;

-- name: hardest(run_id, most)
-- The slices that were refused most; of those that never were, the ones that were asked most.
select p.slot, n.name, p.root_id, p.filters, p.served, p.refused, p.pace, p.effective_rate
from crawl.slice_pace p left join crawl.rubrics n on n.run_id = p.run_id and n.rubric_id = p.root_id
where p.run_id = :run_id and p.slice_id is not null
order by p.refused desc, p.served desc, p.slice_id limit :most;

-- name: stages(run_id)
-- What was planned and what was asked for, by stage.
select stage, planned, requests, retries, bytes, seconds from crawl.request_account
where run_id = :run_id and (requests > 0 or planned > 0) order by requests desc, stage;
