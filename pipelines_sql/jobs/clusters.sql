-- Copies of one vacancy: the postings of a board as columns, and their clusters. Run in one transaction, in this order.

-- name: subject(run_id)^
-- The site of a run, which nobody else clusters before this transaction ends, and its moment.
select site, as_of, pg_advisory_xact_lock(hashtextextended(site, 2)) from crawl.runs where run_id = :run_id;

-- name: postings(site, since, run_id)!
-- Every posting in play: what is open, and what closed not long ago, so that a repost finds its predecessor. A vacancy
-- is named where it is not the posting's own; is_new marks those that were no vacancy before this run.
copy (
    select posting_id, coalesce(company_id, company), company_kind, title, region, requisition, right(digest, 32),
           state = 'closed', coalesce(first_posted_at, posted_at, first_seen), first_seen,
           nullif(cluster_id, posting_id), coalesce(is_representative, false),
           cluster_id is null or is_representative is null,
           cluster_id is null or (cluster_id = posting_id and first_run is not distinct from :run_id)
    from crawl.postings
    where site = :site and (state <> 'closed' or closed_at >= :since)
) to stdout (format binary);

-- name: batches(site)!
copy (
    select batch, rule, keys, prints, refs, sizes, counts, marks from crawl.text_batches where site = :site order by batch
) to stdout (format binary);

-- name: drop_batches(site, batches)!
delete from crawl.text_batches where site = :site and batch = any (:batches);

-- name: forget_texts(site)!
delete from crawl.text_batches where site = :site;

-- name: keep_batches#
copy crawl.text_batches (site, rule, texts, keys, prints, refs, sizes, counts, marks) from stdin (format binary);

-- name: wanted#
-- The postings whose descriptions are to be read, private to the transaction.
create temporary table if not exists wanted (posting_id text) on commit drop;
truncate wanted;

-- name: want#
copy wanted (posting_id) from stdin (format binary);

-- name: analyze_wanted#
analyze wanted;

-- name: descriptions(site)!
copy (
    select right(p.digest, 32), coalesce(p.payload ->> 'description', '')
    from wanted w join crawl.postings p on p.site = :site and p.posting_id = w.posting_id
) to stdout (format binary);

-- name: pairs(site)!
copy (
    select print_a, print_b, common_a, common_b, shared, matched, inner_a, head_a, tail_a, inner_b, head_b, tail_b
    from crawl.text_pairs where site = :site
) to stdout (format binary);

-- name: stale_pairs#
-- Comparisons that are no good any more, private to the transaction.
create temporary table if not exists stale_pairs (print_a bigint, print_b bigint) on commit drop;
truncate stale_pairs;

-- name: name_stale_pairs#
copy stale_pairs (print_a, print_b) from stdin (format binary);

-- name: drop_stale_pairs(site)!
delete from crawl.text_pairs t using stale_pairs s
where t.site = :site and t.print_a = s.print_a and t.print_b = s.print_b;

-- name: new_pairs#
create temporary table if not exists new_pairs (like crawl.text_pairs including defaults) on commit drop;
alter table new_pairs alter column site drop not null;
truncate new_pairs;

-- name: copy_new_pairs#
copy new_pairs (print_a, print_b, common_a, common_b, shared, matched, inner_a, head_a, tail_a, inner_b, head_b, tail_b)
from stdin (format binary);

-- name: keep_new_pairs(site)!
insert into crawl.text_pairs (site, print_a, print_b, common_a, common_b, shared, matched, inner_a, head_a, tail_a, inner_b,
                              head_b, tail_b)
select :site, print_a, print_b, common_a, common_b, shared, matched, inner_a, head_a, tail_a, inner_b, head_b, tail_b
from new_pairs;

-- name: retired(site)
-- Ids that vacancies gave up when they merged into others.
select distinct e.cluster_id
from crawl.cluster_events e join crawl.runs r using (run_id)
where r.site = :site and e.event = 'merged';

-- name: clustered#
-- What is new, private to the transaction: of postings only those whose cluster or standing is another.
drop table if exists clustered, clusters_after, links_after, companies_after;
create temporary table clustered (posting_id text primary key, cluster_id text, is_representative boolean) on commit drop;
create temporary table clusters_after (
    cluster_id text primary key, representative text, size integer, open integer, companies integer, agencies integer,
    first_seen double precision
) on commit drop;
create temporary table links_after (
    posting_id text, other_id text, kind text, similarity double precision, primary key (posting_id, other_id)
) on commit drop;
create temporary table companies_after (company text primary key, kind text, stated boolean) on commit drop;

-- name: copy_clustered#
copy clustered (posting_id, cluster_id, is_representative) from stdin (format binary);

-- name: copy_clusters_after#
copy clusters_after (cluster_id, representative, size, open, companies, agencies, first_seen) from stdin (format binary);

-- name: copy_links_after#
copy links_after (posting_id, other_id, kind, similarity) from stdin (format binary);

-- name: copy_companies_after#
copy companies_after (company, kind, stated) from stdin;

-- name: analyze#
-- How many rows there are is all that the planner has to know.
set local default_statistics_target = 10;
analyze clustered, clusters_after, links_after;
set local default_statistics_target to default;

-- name: write_postings(site)!
update crawl.postings p set cluster_id = c.cluster_id, is_representative = c.is_representative
from clustered c where p.site = :site and p.posting_id = c.posting_id;

-- name: keep_remainders(site, since)!
-- A vacancy of which one posting is left in play was advertised more than once all the same.
insert into clusters_after (cluster_id, representative, size, open, companies, agencies, first_seen)
select c.cluster_id, p.posting_id, 1, (p.state <> 'closed')::integer, 1,
       coalesce((coalesce(p.company_kind, k.kind) = 'agency')::integer, 0), extract(epoch from c.first_seen)
from crawl.clusters c
join crawl.postings p using (site, cluster_id)
left join crawl.companies k on k.site = p.site and k.company = coalesce(p.company_id, p.company)
where c.site = :site and (p.state <> 'closed' or p.closed_at >= :since)
  and not exists (select from clusters_after a where a.cluster_id = c.cluster_id)
  and exists (select from crawl.postings o
              where o.site = p.site and o.cluster_id = p.cluster_id and o.posting_id <> p.posting_id);

-- name: one_representative(site, run_id)!
-- A posting that closed too long ago to be in play leads nobody who is.
update crawl.postings p set is_representative = false
from crawl.clusters c
where c.site = :site and c.run_id = :run_id and p.site = c.site and p.cluster_id = c.cluster_id
  and p.posting_id <> c.representative and p.is_representative and p.state = 'closed';

-- name: write_clusters(site, run_id)!
-- What is as it was is left out beforehand: a conflict locks its row, though nothing is written. By EXCEPT, which has read
-- the table before the first row is inserted: a join might look through what this statement inserts, row by row.
insert into crawl.clusters (site, cluster_id, representative, size, open, companies, agencies, first_seen, run_id)
select :site, cluster_id, a.representative, a.size, a.open, a.companies, a.agencies, to_timestamp(a.first_seen), :run_id
from (
    select cluster_id, representative, size, open, companies, agencies from clusters_after
    except
    select cluster_id, representative, size, open, companies, agencies from crawl.clusters where site = :site
) changed
join clusters_after a using (cluster_id)
on conflict (site, cluster_id) do update
set representative = excluded.representative, size = excluded.size, open = excluded.open, companies = excluded.companies,
    agencies = excluded.agencies, run_id = excluded.run_id;

-- name: drop_clusters(site)!
delete from crawl.clusters c
where c.site = :site and not exists (select from clusters_after a where a.cluster_id = c.cluster_id);

-- name: write_links(site, run_id)!
insert into crawl.cluster_links (site, posting_id, other_id, kind, similarity, run_id)
select :site, posting_id, other_id, kind, similarity, :run_id
from (
    select posting_id, other_id, kind, similarity from links_after
    except
    select posting_id, other_id, kind, similarity from crawl.cluster_links where site = :site
) changed
on conflict (site, posting_id, other_id) do update
set kind = excluded.kind, similarity = excluded.similarity, run_id = excluded.run_id;

-- name: drop_links(site, since)!
-- Links that hold no more. One to a posting that is no longer in play was true, and stays.
with unfounded as materialized (
    select l.posting_id, l.other_id
    from crawl.cluster_links l
    where l.site = :site
      and not exists (select from links_after a where a.posting_id = l.posting_id and a.other_id = l.other_id)
)
delete from crawl.cluster_links l using unfounded u, crawl.postings p, crawl.postings o
where l.site = :site and l.posting_id = u.posting_id and l.other_id = u.other_id
  and p.site = l.site and p.posting_id = l.posting_id and o.site = l.site and o.posting_id = l.other_id
  and (p.state <> 'closed' or p.closed_at >= :since) and (o.state <> 'closed' or o.closed_at >= :since);

-- name: write_companies(site)!
insert into crawl.companies as c (site, company, kind, stated)
select :site, company, kind, stated from companies_after
on conflict (site, company) do update set kind = excluded.kind, stated = excluded.stated
where (c.kind, c.stated) is distinct from (excluded.kind, excluded.stated);

-- name: drop_companies(site)!
delete from crawl.companies c
where c.site = :site and not exists (select from companies_after a where a.company = c.company);

-- name: add_event(run_id, cluster_id, event, other_id)!
insert into crawl.cluster_events (run_id, cluster_id, event, other_id)
values (:run_id, :cluster_id, :event, :other_id)
on conflict (run_id, cluster_id, event) do update set other_id = excluded.other_id;
