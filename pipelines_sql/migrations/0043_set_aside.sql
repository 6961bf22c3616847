-- Lines on listing pages whose ids are none: counted with what their slices hold, so that a few of them do not leave a
-- hole in every run, and not kept.
create table crawl.set_aside (
    run_id bigint not null references crawl.runs on delete cascade,
    slice_id bigint not null references crawl.slices on delete cascade,
    record_key text not null,
    primary key (slice_id, record_key)
);
create index set_aside_by_record on crawl.set_aside (run_id, record_key);
