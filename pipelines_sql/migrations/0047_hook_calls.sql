-- What somebody was told of a run: once, whichever of its workers came first.

create table crawl.hook_calls (
    run_id bigint not null references crawl.runs on delete cascade,
    event text not null check (event in ('accepted', 'rejected', 'interrupted', 'failed', 'late')),
    of timestamptz not null,
    called_at timestamptz not null default clock_timestamp(),
    primary key (run_id, event, of)
);
comment on table crawl.hook_calls is
    'Ends of runs, and runs that are late, of which the hook was told; of is when that was, as a run may be interrupted twice.';
