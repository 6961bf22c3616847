-- Runs, plans, facts of a run, and the state of the world of a directory.

create table crawl.sites (
    site text primary key,
    kind text not null,
    ceiling integer,
    behaviour text,
    served_depth integer not null default 0,
    measured_at timestamptz
);

create table crawl.runs (
    run_id bigint generated always as identity primary key,
    site text not null,
    kind text not null,
    mode text not null default 'full',
    scope text not null default '',
    label text not null default '',
    status text not null default 'running'
        check (status in ('running', 'accepted', 'rejected', 'interrupted', 'failed')),
    reason text,
    profile_digest text not null,
    base_run bigint references crawl.runs,
    plan jsonb,
    as_of timestamptz not null default now(),
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    stats jsonb not null default '{}'
);
create unique index runs_one_unfinished on crawl.runs (site, kind, mode, scope, label)
    where status in ('running', 'interrupted');
create index runs_by_site on crawl.runs (site, kind, status, run_id desc);
comment on column crawl.runs.as_of is 'The moment that the run describes; ages are counted from it.';
comment on column crawl.runs.base_run is 'The accepted run that this one is compared with.';

create table crawl.rubrics (
    run_id bigint not null references crawl.runs on delete cascade,
    rubric_id text not null,
    parent_id text,
    level integer not null,
    name text not null,
    url text,
    count integer,
    primary key (run_id, rubric_id)
);

create table crawl.slices (
    slice_id bigint generated always as identity primary key,
    run_id bigint not null references crawl.runs on delete cascade,
    parent_id bigint references crawl.slices on delete cascade,
    way integer not null default 0,
    way_name text,
    root_id text not null,
    path jsonb not null,
    filters jsonb not null,
    own_pages boolean not null default false,
    guess text,
    expected integer,
    facets jsonb,
    collected integer not null default 0,
    pages integer not null default 0,
    status text not null default 'pending'
        check (status in ('pending', 'running', 'complete', 'cut', 'truncated', 'failed')),
    reason text,
    proven boolean,
    residual integer not null default 0,
    attempts integer not null default 0,
    leased_by text,
    leased_until timestamptz,
    fence integer not null default 0,
    ended_at timestamptz
);
create index slices_pending on crawl.slices (run_id, slice_id) where status = 'pending';
create index slices_running on crawl.slices (run_id, leased_until) where status = 'running';
create index slices_unsettled on crawl.slices (run_id) where status = 'cut' and proven is null;
create index slices_children on crawl.slices (parent_id);
create index slices_by_root on crawl.slices (run_id, root_id);
comment on column crawl.slices.way is 'Which of the parent''s ways this child belongs to: 0 the cut, then what sought the residual.';
comment on column crawl.slices.proven is 'Null until judged; of a cut slice: whether its children and the residual check prove it.';
comment on column crawl.slices.guess is 'The last accepted run''s status of this slice, where it was the first guess of the plan.';

create table crawl.sightings (
    run_id bigint not null references crawl.runs on delete cascade,
    slice_id bigint not null,
    record_id text not null,
    position integer not null,
    digest text not null,
    line jsonb not null,
    primary key (slice_id, record_id)
);
create index sightings_by_record on crawl.sightings (run_id, record_id);

create table crawl.fetches (
    run_id bigint not null references crawl.runs on delete cascade,
    kind text not null,
    record_id text not null,
    reason text not null,
    status text not null default 'pending' check (status in ('pending', 'leased', 'done', 'failed')),
    attempts integer not null default 0,
    leased_by text,
    leased_until timestamptz,
    fence integer not null default 0,
    error text,
    primary key (run_id, kind, record_id)
);
create index fetches_pending on crawl.fetches (run_id) where status = 'pending';
create index fetches_leased on crawl.fetches (run_id, leased_until) where status = 'leased';

create table crawl.staged_cards (
    run_id bigint not null references crawl.runs on delete cascade,
    org_id text not null,
    verdict text not null,
    http_status integer,
    digest text,
    card jsonb,
    fetched_at timestamptz not null default now(),
    primary key (run_id, org_id)
);
-- A card is written once and read once: compressing it on the way in costs four times the copy itself.
alter table crawl.staged_cards alter column card set storage external;

create table crawl.faults (
    run_id bigint not null references crawl.runs on delete cascade,
    field text not null,
    reason text not null,
    n bigint not null,
    example text,
    primary key (run_id, field, reason)
);

create table crawl.field_sources (
    run_id bigint not null references crawl.runs on delete cascade,
    field text not null,
    source text not null,
    n bigint not null,
    primary key (run_id, field, source)
);

create table crawl.request_account (
    run_id bigint not null references crawl.runs on delete cascade,
    stage text not null,
    planned bigint,
    requests bigint not null default 0,
    retries bigint not null default 0,
    bytes bigint not null default 0,
    seconds double precision not null default 0,
    primary key (run_id, stage)
);

create table crawl.acceptance_results (
    run_id bigint not null references crawl.runs on delete cascade,
    "check" text not null,
    meaning text not null,
    value double precision,
    bound text,
    passed boolean not null,
    sample jsonb not null default '[]',
    primary key (run_id, "check")
);

create table crawl.cards (
    site text not null,
    org_id text not null,
    name text,
    legal_name text,
    rubrics text[] not null default '{}',
    address text,
    address_parts jsonb,
    address_key text,
    house text,
    district text,
    latitude double precision,
    longitude double precision,
    precision text,
    hours jsonb,
    hours_text text,
    round_the_clock boolean,
    phones jsonb not null default '[]',
    phone_keys text[] not null default '{}',
    tracked_phones jsonb not null default '[]',
    website text,
    domain text,
    web_key text,
    links text[] not null default '{}',
    email text,
    photo_count integer,
    review_count integer,
    rating double precision,
    status text not null default 'active',
    name_tokens text[] not null default '{}',
    raw jsonb not null default '{}',
    sources jsonb not null default '{}',
    flags text[] not null default '{}',
    branches text[] not null default '{}',
    digest text,
    line_digests text[] not null default '{}',
    places jsonb not null default '[]',
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    last_fetched timestamptz not null,
    last_confirmed timestamptz,
    first_run bigint,
    last_run bigint,
    misses integer not null default 0,
    closed_at timestamptz,
    primary key (site, org_id)
);
alter table crawl.cards alter column raw set storage external;

create table crawl.card_versions (
    site text not null,
    org_id text not null,
    run_id bigint not null,
    digest text not null,
    changed text[] not null,
    payload jsonb not null,
    seen_at timestamptz not null default now(),
    primary key (site, org_id, run_id)
);

create table crawl.pending_cards (
    site text not null,
    org_id text not null,
    found_by text not null,
    card jsonb,
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    primary key (site, org_id)
);

create table crawl.organisations (
    site text not null,
    organisation_id text not null,
    survivor_id text not null,
    aliases text[] not null,
    name text,
    legal_name text,
    activity text,
    rubrics text[] not null default '{}',
    phones jsonb not null default '[]',
    hours jsonb,
    hours_text text,
    round_the_clock boolean,
    website text,
    email text,
    links text[] not null default '{}',
    address text,
    address_key text,
    district text,
    latitude double precision,
    longitude double precision,
    precision text,
    photo_count integer,
    review_count integer,
    rating double precision,
    status text not null,
    provenance jsonb not null default '{}',
    flags text[] not null default '{}',
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    closed_at timestamptz,
    last_change text,
    last_run bigint,
    primary key (site, organisation_id)
);

create table crawl.organisation_events (
    run_id bigint not null references crawl.runs on delete cascade,
    organisation_id text not null,
    event text not null
        check (event in ('opened', 'closed', 'reopened', 'moved', 'changed', 'merged', 'split')),
    detail jsonb not null default '{}',
    primary key (run_id, organisation_id, event)
);

create table crawl.fold_links (
    site text not null,
    run_id bigint not null,
    card_a text not null,
    card_b text not null,
    key_kind text not null,
    key_value text not null,
    primary key (site, card_a, card_b, key_kind)
);

create table crawl.unfolded (
    site text not null,
    card_a text not null,
    card_b text not null,
    at timestamptz not null default now(),
    primary key (site, card_a, card_b)
);

create table crawl.suppressed (
    site text not null,
    organisation_id text not null,
    reason text,
    at timestamptz not null default now(),
    primary key (site, organisation_id)
);

create table crawl.spot_checks (
    run_id bigint not null references crawl.runs on delete cascade,
    query text not null,
    rubric_id text,
    hits text[] not null default '{}',
    lacking text[] not null default '{}',
    primary key (run_id, query)
);

create view crawl.parts as
select s.run_id, s.slice_id, s.parent_id, s.root_id as rubric_id, s.filters, s.expected, s.collected, s.pages, s.status,
       s.proven, s.residual, s.reason, s.attempts, s.leased_by, s.leased_until
from crawl.slices s join crawl.runs r using (run_id)
where r.kind = 'directory';
