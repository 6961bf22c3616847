-- The pace of a run: what its workers agree on, what each slot was served and refused, and when a unit may go on.

alter table crawl.slices add column available_at timestamptz;
alter table crawl.fetches add column available_at timestamptz;
comment on column crawl.slices.available_at is 'Not to be begun before: the site has asked to wait, or refused too often.';
comment on column crawl.fetches.available_at is 'Not to be begun before: the site has asked to wait.';

create table crawl.run_pace (
    run_id bigint primary key references crawl.runs on delete cascade,
    rate double precision not null,
    quiet_since timestamptz not null default clock_timestamp(),
    halved_at timestamptz,
    held_until timestamptz
);
comment on table crawl.run_pace is 'Requests a second of all workers of a run together, as they stand.';

create table crawl.pace_shares (
    run_id bigint not null references crawl.runs on delete cascade,
    worker text not null,
    seen_at timestamptz not null,
    need double precision not null,
    share double precision not null,
    primary key (run_id, worker)
);
comment on table crawl.pace_shares is 'The part of the rate that each worker holds; of one not seen for a while it returns.';

create table crawl.slot_pace (
    run_id bigint not null references crawl.runs on delete cascade,
    slot text not null,
    slice_id bigint,
    served bigint not null,
    refused bigint not null,
    rate double precision,
    began_at timestamptz not null,
    ended_at timestamptz not null,
    primary key (run_id, slot)
);
comment on table crawl.slot_pace is 'What a slice or a surface was served and refused between two moments; rate is what its pace came to.';

create table crawl.pace_minutes (
    run_id bigint not null references crawl.runs on delete cascade,
    minute timestamptz not null,
    served bigint not null,
    refused bigint not null,
    rate double precision,
    primary key (run_id, minute)
);
comment on table crawl.pace_minutes is 'Answers and refusals by the minute, and the ceiling that held; null for none.';

create view crawl.slice_pace as
select p.run_id, p.slot, p.slice_id, s.root_id, s.filters, p.served, p.refused, p.rate as pace,
       p.served / greatest(extract(epoch from p.ended_at - p.began_at)::double precision, 1.0) as effective_rate
from crawl.slot_pace p left join crawl.slices s using (slice_id);
comment on view crawl.slice_pace is 'Pace, refusals and effective rate of each slice and each surface of a run.';
