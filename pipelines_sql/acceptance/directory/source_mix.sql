-- name: source_mix(run_id)^
-- The most by which the share of a link among the answers of its field differs from the accepted runs before, beyond what
-- chance explains (three standard errors of the difference).
-- bound: <= ACCEPT_SOURCE_MIX
with me as (
    select run_id, site, kind from crawl.runs where run_id = :run_id
), history as (
    select r.run_id from crawl.runs r join me using (site, kind)
    where r.run_id < me.run_id and r.status = 'accepted' and r.scope = '' order by r.run_id desc limit 8
), now as (
    select field, source, n, sum(n) over (partition by field) as total from crawl.field_sources where run_id = :run_id
), usual as (
    select field, source, sum(n) as n, sum(sum(n)) over (partition by field) as total
    from crawl.field_sources where run_id in (select run_id from history) group by field, source
), links as (
    select field, source, coalesce(now.n, 0)::float8 as n, coalesce(usual.n, 0)::float8 as n_usual
    from now full join usual using (field, source)
), totals as (
    select field, sum(n) as total, sum(n_usual) as usual from links group by field having sum(n) > 0 and sum(n_usual) > 0
), shares as (
    select l.field, l.source, l.n / t.total as share, l.n_usual / t.usual as usual, t.total, t.usual as total_usual,
           (l.n + l.n_usual) / (t.total + t.usual) as pooled
    from links l join totals t using (field)
), moves as (
    select *, greatest(abs(share - usual)
                       - 3 * sqrt(pooled * (1 - pooled) * (1 / total + 1 / total_usual)), 0) as moved
    from shares
)
select max(moved) as value,
       (select coalesce(jsonb_agg(jsonb_build_object('field', field, 'link', source, 'share', round(share::numeric, 3),
                                                     'usual', round(usual::numeric, 3)) order by moved desc), '[]')
        from (select * from moves where moved > 0 order by moved desc limit 10) worst) as sample
from moves;
