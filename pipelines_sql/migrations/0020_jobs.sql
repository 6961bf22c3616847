-- The job board: windows that wait, the facts of a run on single postings, and the state of the world of a board.

alter table crawl.slices drop constraint slices_status_check;
alter table crawl.slices add constraint slices_status_check
    check (status in ('waiting', 'pending', 'running', 'complete', 'cut', 'truncated', 'failed'));
alter table crawl.slices add column told boolean not null default false;
alter table crawl.slices add column counted boolean not null default false;
create index slices_waiting on crawl.slices (run_id) where status = 'waiting';
comment on column crawl.slices.told is 'Whether page one has told the count, so that a waiting sibling''s follows.';
comment on column crawl.slices.counted is 'Whether the count is what the siblings leave of the parent''s.';

create table crawl.staged_postings (
    run_id bigint not null references crawl.runs on delete cascade,
    posting_id text not null,
    role_digest text not null,
    text_digest text,
    posted_at timestamptz,
    expires_at timestamptz,
    payload jsonb,
    primary key (run_id, posting_id)
);
alter table crawl.staged_postings alter column payload set storage external;
comment on column crawl.staged_postings.text_digest is 'Null where the description was not read: then it is as known.';
comment on column crawl.staged_postings.payload is 'Null where it is as known.';

create table crawl.posting_verdicts (
    run_id bigint not null references crawl.runs on delete cascade,
    posting_id text not null,
    verdict text,
    http_status integer,
    fetched_at timestamptz,
    covered boolean,
    state text,
    misses integer,
    note text,
    primary key (run_id, posting_id)
);
comment on table crawl.posting_verdicts is
    'What a direct fetch said of a posting, and what the accepted run made of a posting that was not simply confirmed.';

create table crawl.witness_checks (
    run_id bigint not null references crawl.runs on delete cascade,
    posting_id text not null,
    field text not null,
    listed text,
    shown text,
    agrees boolean not null,
    primary key (run_id, posting_id, field)
);
comment on table crawl.witness_checks is 'A field as the search gave it, beside what a person sees on the page.';

create table crawl.postings (
    site text not null,
    posting_id text not null,
    company_id text,
    company_kind text,
    title text,
    region text,
    categories text[] not null default '{}',
    cluster_id text,
    is_representative boolean,
    digest text not null,
    state text not null default 'open' check (state in ('open', 'suspect', 'closed')),
    misses integer not null default 0,
    posted_at timestamptz,
    expires_at timestamptz,
    bump_count integer not null default 0,
    moved_back integer not null default 0,
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    last_confirmed timestamptz,
    closed_at timestamptz,
    reopened_at timestamptz,
    first_run bigint,
    last_run bigint,
    payload jsonb not null,
    primary key (site, posting_id)
) with (fillfactor = 60);
-- Stamps move every day, the payload hardly ever: kept apart, it is not copied with them.
alter table crawl.postings set (toast_tuple_target = 128);
comment on column crawl.postings.digest is 'Two halves of 32 digits: of what the role is, and of the description.';

create table crawl.posting_versions (
    site text not null,
    posting_id text not null,
    run_id bigint not null,
    digest text not null,
    changed text[] not null,
    payload jsonb not null,
    seen_at timestamptz not null,
    primary key (site, posting_id, run_id)
);
create index posting_versions_by_run on crawl.posting_versions (run_id);

create table crawl.posting_events (
    run_id bigint not null references crawl.runs on delete cascade,
    posting_id text not null,
    event text not null
        check (event in ('opened', 'edited', 'bumped', 'moved back', 'suspect', 'closed', 'reopened')),
    detail jsonb not null default '{}',
    primary key (run_id, posting_id, event)
);

create view crawl.windows as
select s.run_id, s.slice_id, s.parent_id, s.root_id,
       case when w.win is not null and w.win not like '../%'
            then rtrim(split_part(w.win, '/', 1), 'Z')::timestamp at time zone w.zone end as win_from,
       case when w.win is not null and w.win not like '%/9999-%'
            then rtrim(split_part(w.win, '/', 2), 'Z')::timestamp at time zone w.zone end as win_to,
       s.filters - w.axis as filters, s.own_pages, s.expected, s.collected, s.pages, s.status, s.proven, s.residual,
       s.reason, s.attempts, s.leased_by, s.leased_until
from crawl.slices s
join crawl.runs r using (run_id)
cross join lateral (select coalesce(r.plan ->> 'time_axis', '') as axis, coalesce(r.plan ->> 'zone', 'UTC') as zone,
                           s.filters ->> (r.plan ->> 'time_axis') as win) w
where r.kind = 'jobs';
comment on view crawl.windows is 'The slices of a board: from and to are null where a window is open.';

create view crawl.run_coverage as
select r.run_id,
       coalesce(range_agg(tstzrange(w.win_from, w.win_to)) filter (where w.proven and w.filters = '{}' and not w.own_pages),
                '{}'::tstzmultirange) as spans,
       coalesce(bool_or(w.proven and w.parent_id is null and w.filters = '{}') filter (where r.plan ->> 'time_axis' is null),
                false) as undated
from crawl.runs r join crawl.windows w using (run_id)
where r.kind = 'jobs' and r.scope = '' and r.mode <> 'intraday'
group by r.run_id
having r.plan ->> 'time_axis' is null
    or (bool_or(w.root_id = 'tail' and w.parent_id is null and w.win_to is null)
        and coalesce(bool_and(w.proven) filter (where w.root_id = 'tail' and w.parent_id is null), false));
comment on view crawl.run_coverage is
    'The time that a run''s proven windows cover, once its tail was enumerated, and whether undated postings are covered.';

create view crawl.open_postings as
select * from crawl.postings where state <> 'closed';

create view crawl.posting_changes_today as
select r.site, r.run_id, r.as_of, e.event, e.posting_id, p.title, p.company_id, p.region, e.detail
from crawl.posting_events e
join crawl.runs r using (run_id)
join crawl.postings p using (site, posting_id)
where r.run_id = (select max(run_id) from crawl.runs x where x.site = r.site and x.kind = 'jobs' and x.status = 'accepted'
                  and x.scope = '' and x.mode <> 'intraday');
