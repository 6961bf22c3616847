-- What a run learned of single cards, and how often a part's answer was doubted.

create table crawl.verdicts (
    run_id bigint not null references crawl.runs on delete cascade,
    org_id text not null,
    sighted boolean not null,
    covered boolean not null,
    verdict text,
    misses integer not null,
    change text check (change in ('closed', 'closed by absence', 'reopened')),
    primary key (run_id, org_id)
);
comment on table crawl.verdicts is 'The evidence on each card that an accepted run did not simply confirm, and what it made of it.';

alter table crawl.slices add column doubts integer not null default 0;
comment on column crawl.slices.doubts is 'How often the slice came back too thin to be believed, held against the base run.';
