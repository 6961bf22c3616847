-- name: region_fill(run_id)^
-- Share of the postings seen that have a coded place.
-- bound: >= ACCEPT_REGION_FILL
select value, sample from crawl.posting_fill(:run_id, 'location');
