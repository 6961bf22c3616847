-- name: witness(run_id)^
-- Of the field on which they differ most, the share of sampled postings whose page says something else than the search.
-- bound: <= ACCEPT_WITNESS
-- few: ACCEPT_FEW_RECORDS
with fields as (
    select field, count(*) as asked, count(*) filter (where not agrees) as differ
    from crawl.witness_checks where run_id = :run_id group by field
)
select f.differ::float8 / f.asked as value, f.differ::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('id', posting_id, 'field', field, 'search', left(listed, 100),
                                                     'page', left(shown, 100))), '[]')
        from (select * from crawl.witness_checks w where w.run_id = :run_id and w.field = f.field and not w.agrees
              order by posting_id limit 10) worst) as sample
from fields f order by f.differ::float8 / f.asked desc, f.field limit 1;
