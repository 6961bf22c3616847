-- Copies of one vacancy: what is computed from a text, once, and what the postings of a vacancy are to each other.

alter table crawl.postings add column company text;
alter table crawl.postings add column requisition text;
alter table crawl.postings add column first_posted_at timestamptz;
comment on column crawl.postings.cluster_id is
    'The vacancy: the oldest posting of its cluster at birth. A posting without copies is a vacancy by itself.';
comment on column crawl.postings.first_posted_at is 'The earliest posted_at that was ever seen: bumps do not move it.';
update crawl.postings
set company = payload ->> 'company', requisition = payload ->> 'requisition', first_posted_at = posted_at,
    cluster_id = posting_id, is_representative = true;
create index postings_of_a_cluster on crawl.postings (site, cluster_id);

create table crawl.text_marks (
    site text not null,
    text_digest text not null,
    rule smallint not null,
    print bigint not null,
    reference bigint not null,
    size double precision not null,
    marks bytea not null,
    primary key (site, text_digest)
);
alter table crawl.text_marks alter column marks set storage external;
comment on table crawl.text_marks is 'What the search for copies keeps of a description, by the second half of its digest.';
comment on column crawl.text_marks.print is 'Equal for two descriptions of the same words.';
comment on column crawl.text_marks.marks is 'Hashes of words in a row, four bytes each, the lowest byte first.';

create table crawl.text_pairs (
    site text not null,
    print_a bigint not null,
    print_b bigint not null,
    common_a bigint not null,
    common_b bigint not null,
    shared integer not null,
    matched integer not null,
    inner_a integer not null,
    head_a integer not null,
    tail_a integer not null,
    inner_b integer not null,
    head_b integer not null,
    tail_b integer not null,
    primary key (site, print_a, print_b)
);
comment on table crawl.text_pairs is
    'Descriptions that were compared, with what they share and what not, in halves of words; good while what is common in '
    'them is what it was (common_a, common_b).';

create table crawl.clusters (
    site text not null,
    cluster_id text not null,
    representative text not null,
    size integer not null,
    open integer not null,
    companies integer not null,
    agencies integer not null,
    first_seen timestamptz not null,
    run_id bigint not null,
    primary key (site, cluster_id)
);
comment on table crawl.clusters is
    'A vacancy with two postings or more, of those open and those that closed within the look-back. run_id is the run that '
    'changed it last.';

create table crawl.cluster_links (
    site text not null,
    posting_id text not null,
    other_id text not null,
    kind text not null check (kind in ('repost', 'agency')),
    similarity double precision not null,
    run_id bigint not null,
    primary key (site, posting_id, other_id)
);
comment on table crawl.cluster_links is 'Why two postings are of one vacancy. other_id is the older one.';

create table crawl.cluster_events (
    run_id bigint not null references crawl.runs on delete cascade,
    cluster_id text not null,
    event text not null check (event in ('merged', 'split')),
    other_id text not null,
    primary key (run_id, cluster_id, event)
);
comment on table crawl.cluster_events is
    'merged: cluster_id is part of other_id now, whose id goes on. split: cluster_id is new and was part of other_id.';

create table crawl.companies (
    site text not null,
    company text not null,
    kind text not null check (kind in ('employer', 'agency')),
    stated boolean not null,
    primary key (site, company)
);
comment on table crawl.companies is
    'What a company is, as the board says it, or else by the company that its postings keep. Others are unknown.';

drop view crawl.open_postings;
create view crawl.open_postings as
select p.*, coalesce(c.open, 1) as cluster_size, coalesce(c.agencies, (k.kind = 'agency')::integer, 0) as agencies,
       l.kind as link, l.similarity, l.other_id as copy_of, coalesce(p.company_kind, k.kind) as employer_or_agency
from crawl.postings p
left join crawl.clusters c on c.site = p.site and c.cluster_id = p.cluster_id
left join crawl.companies k on k.site = p.site and k.company = coalesce(p.company_id, p.company)
left join lateral (
    select l.kind, l.similarity, l.other_id from crawl.cluster_links l
    where l.site = p.site and l.posting_id = p.posting_id
    order by l.similarity desc, l.other_id limit 1
) l on true
where p.state <> 'closed';
comment on view crawl.open_postings is
    'The open set. cluster_size counts the open postings of the vacancy, agencies its agencies; link, similarity and copy_of '
    'say of a copy what it is, how surely, and of which older posting.';
