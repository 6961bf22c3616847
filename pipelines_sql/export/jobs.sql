-- name: postings(site, rubrics, district, run_id)
-- The open set of a board; by category, region, or the run that last saw it.
select p.posting_id, p.title, p.company_id, p.payload ->> 'company' as company, p.company_kind, p.region,
       p.payload ->> 'location_name' as location, (p.payload ->> 'remote')::boolean as remote,
       array(select jsonb_array_elements_text(p.payload -> 'employment_type')) as employment_type,
       p.payload ->> 'pay' as pay, (p.payload ->> 'pay_min')::double precision as pay_min,
       (p.payload ->> 'pay_max')::double precision as pay_max, p.payload ->> 'pay_currency' as pay_currency,
       p.payload ->> 'pay_period' as pay_period, p.categories, p.posted_at, p.expires_at, p.state, p.misses, p.bump_count,
       p.first_seen, p.last_seen, p.last_confirmed, p.reopened_at, p.payload ->> 'apply_url' as apply_url,
       p.payload ->> 'source_channel' as source_channel, p.cluster_id, p.is_representative, p.cluster_size, p.agencies,
       p.link, p.similarity, p.copy_of, p.employer_or_agency, p.payload ->> 'description' as description
from crawl.open_postings p
where p.site = :site
  and (:rubrics::text[] is null or p.categories && :rubrics)
  and (:district::text is null or p.region = :district)
  and (:run_id::bigint is null or p.last_run = :run_id)
order by p.posting_id;

-- name: clusters(site, rubrics, district)
-- The vacancies that are advertised more than once: which posting leads, and all that there are.
select c.cluster_id, p.title, coalesce(p.payload ->> 'company', p.company_id) as company, p.region, c.representative, c.size,
       c.open, c.companies, c.agencies, c.first_seen,
       array(select m.posting_id from crawl.postings m where m.site = c.site and m.cluster_id = c.cluster_id
             order by m.posting_id = c.representative desc, m.posting_id) as members,
       array(select distinct l.kind from crawl.postings m
             join crawl.cluster_links l on l.site = m.site and l.posting_id = m.posting_id
             where m.site = c.site and m.cluster_id = c.cluster_id order by 1) as kinds,
       (select min(l.similarity) from crawl.postings m
        join crawl.cluster_links l on l.site = m.site and l.posting_id = m.posting_id
        where m.site = c.site and m.cluster_id = c.cluster_id) as least_similarity
from crawl.clusters c
join crawl.postings p on p.site = c.site and p.posting_id = c.representative
where c.site = :site
  and (:rubrics::text[] is null or p.categories && :rubrics)
  and (:district::text is null or p.region = :district)
order by c.open desc, c.cluster_id;

-- name: cluster_links(site)
-- Why two postings are of one vacancy, the closest first.
select l.posting_id, l.other_id, l.kind, l.similarity, p.cluster_id, p.title, p.company_id, o.title as other_title,
       o.company_id as other_company_id, l.run_id
from crawl.cluster_links l
join crawl.postings p on p.site = l.site and p.posting_id = l.posting_id
join crawl.postings o on o.site = l.site and o.posting_id = l.other_id
where l.site = :site
order by l.similarity desc, l.posting_id, l.other_id;

-- name: changes(site, district, run_id)
-- What a run changed of a board; by default what has changed since the daily run before the newest accepted one.
select e.event, e.posting_id, p.title, p.company_id, p.region, r.run_id, r.as_of, p.posted_at, p.closed_at, e.detail
from crawl.posting_events e
join crawl.runs r using (run_id)
join crawl.postings p using (site, posting_id)
where r.site = :site
  and case when :run_id::bigint is null
           then exists (select from crawl.posting_changes_today t
                        where t.site = :site and t.run_id = e.run_id and t.posting_id = e.posting_id and t.event = e.event)
           else r.run_id = :run_id end
  and (:district::text is null or p.region = :district)
order by e.event, e.posting_id;

-- name: windows(site, run_id)
-- The windows of a run: what each promised, what was reached, and why they differ.
select w.run_id, w.slice_id, w.parent_id, w.win_from, w.win_to, w.filters, w.expected, w.collected, w.residual, w.pages,
       w.status, w.proven, w.reason, w.attempts
from crawl.windows w
join crawl.runs r using (run_id)
where r.site = :site
  and w.run_id = coalesce(:run_id::bigint,
                          (select max(x.run_id) from crawl.runs x
                           where x.site = :site and x.kind = 'jobs' and x.mode <> 'reparse'))
order by w.win_from nulls first, w.slice_id;
