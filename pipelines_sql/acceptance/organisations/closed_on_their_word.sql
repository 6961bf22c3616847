-- name: closed_on_their_word(run_id)^
-- Organisations whose own pages say that they are gone or closed, as a share of those open before: a site that answers so
-- for everything is broken.
-- bound: <= ACCEPT_CLOSED_DEFINITIVELY
-- few: ACCEPT_FEW_EVENTS
with closed as (
    select e.organisation_id, o.name, o.district
    from crawl.organisation_events e
    join crawl.runs r using (run_id)
    join crawl.organisations o on o.site = r.site and o.organisation_id = e.organisation_id
    where e.run_id = :run_id and e.event = 'closed' and e.detail ->> 'by' <> 'absence'
)
select (select count(*) from closed)::float8 / nullif((select count(*) from organisations_before where closed_at is null), 0)
           as value,
       (select count(*) from closed)::integer as n,
       (select coalesce(jsonb_agg(jsonb_build_object('organisation', organisation_id, 'name', name, 'district', district)), '[]')
        from (select * from closed order by organisation_id limit 10) worst) as sample;
