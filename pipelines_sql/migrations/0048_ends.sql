-- The row at which two walks saw a list end, where only a deeper one elsewhere proves that it did.
alter table crawl.slices add column ends_at integer;
