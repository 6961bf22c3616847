-- name: phone_fallback(run_id)^
-- The share of phones that another link than the first of their chain answered.
-- bound: <= ACCEPT_PHONE_FALLBACK
-- few: ACCEPT_FEW_RECORDS
with answers as (
    select f.source, f.n, f.source = r.plan -> 'chains' -> 'phones' ->> 0 as is_first
    from crawl.field_sources f join crawl.runs r using (run_id)
    where f.run_id = :run_id and f.field = 'phones' and f.source <> 'none' and r.plan -> 'chains' ? 'phones'
)
select sum(n) filter (where not is_first)::float8 / nullif(sum(n), 0) as value,
       coalesce(sum(n) filter (where not is_first), 0)::integer as n,
       coalesce(jsonb_agg(jsonb_build_object('link', source, 'answers', n) order by n desc) filter (where not is_first), '[]')
           as sample
from answers;
