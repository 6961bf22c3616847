-- name: lost_values(run_id)^
-- Records in which a field gives nothing any more, as a share of those that had it: of the worst field.
-- bound: <= ACCEPT_LOST_VALUES
-- few: ACCEPT_FEW_RECORDS
with me as (
    select run_id, site, (plan ->> 'rereads')::bigint as rereads from crawl.runs where run_id = :run_id
), pairs as materialized (
    select s.org_id as id, coalesce(old.card, to_jsonb(c)) as before, s.card as after
    from me
    join crawl.staged_cards s using (run_id)
    left join crawl.staged_cards old on old.run_id = me.rereads and old.org_id = s.org_id
    left join crawl.cards c on c.site = me.site and c.org_id = s.org_id
    where s.card is not null
    union all
    select s.posting_id, n.before,
           case when s.text_digest is null then s.payload || jsonb_build_object('description', n.before -> 'description')
                else s.payload end
    from me
    join crawl.staged_postings s using (run_id)
    left join crawl.staged_postings old on old.run_id = me.rereads and old.posting_id = s.posting_id
    left join crawl.postings p on p.site = me.site and p.posting_id = s.posting_id
    cross join lateral (select coalesce(old.payload, p.payload) as before) n
    where s.payload is not null
), fields as (
    select field, id, coalesce(after -> field, 'null') in ('null', '""', '[]', '{}') as is_lost
    from pairs
    cross join unnest(array['name', 'legal_name', 'rubrics', 'address', 'district', 'latitude', 'hours', 'phones', 'website',
                            'email', 'title', 'company', 'location', 'location_name', 'employment_type', 'pay', 'pay_min',
                            'categories', 'description', 'apply_url']) field
    where coalesce(before -> field, 'null') not in ('null', '""', '[]', '{}')
), lost as (
    select field, count(*) filter (where is_lost)::integer as n, count(*) as had,
           min(id) filter (where is_lost) as example
    from fields group by field
), worst as (
    select *, n::float8 / had as share from lost where n > 0 order by share desc, field limit 10
)
select coalesce(max(share), 0.0) as value, coalesce(max(n), 0) as n,
       coalesce(jsonb_agg(jsonb_build_object('field', field, 'lost', n, 'had', had, 'example', example)
                          order by share desc, field), '[]') as sample
from worst;
