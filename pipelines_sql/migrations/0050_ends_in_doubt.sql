-- Lists whose end is in doubt are looked for again and again while records are fetched: there are few of them.
create index slices_in_doubt on crawl.slices (run_id) where status = 'truncated' and ends_at is not null;
