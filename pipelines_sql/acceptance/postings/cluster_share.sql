-- name: cluster_share(run_id, accept_usual_cluster_share)^
-- The share of copies among the open postings. A board that has fewer than is usual is measured by its own last accepted
-- run: what falls to two thirds of it has lost its descriptions.
-- bound: >= ACCEPT_CLUSTER_SHARE
-- few: ACCEPT_FEW_EVENTS
with me as (
    select r.site, (b.stats ->> 'cluster_share')::float8 as before
    from crawl.runs r join crawl.runs b on b.run_id = r.base_run where r.run_id = :run_id
), now as (
    select count(*)::float8 as postings, (count(*) - count(distinct p.cluster_id))::float8 as copies
    from crawl.postings p join me using (site) where p.state <> 'closed'
)
select copies / nullif(postings, 0) * :accept_usual_cluster_share / least(:accept_usual_cluster_share, nullif(before, 0))
           as value,
       round(before * postings)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('cluster', cluster_id, 'was part of', other_id)), '[]')
        from (select * from crawl.cluster_events where run_id = :run_id and event = 'split' order by cluster_id limit 10) shown)
           as sample
from me, now;
