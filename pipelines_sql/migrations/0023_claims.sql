-- Slices are claimed the large ones first: without their order in the index, each claim of a plan of half a million
-- sorts it whole.

drop index crawl.slices_pending;
create index slices_pending on crawl.slices (run_id, expected desc nulls first, slice_id) where status = 'pending';
