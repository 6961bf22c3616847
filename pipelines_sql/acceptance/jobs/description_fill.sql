-- name: description_fill(run_id)^
-- Share of the postings seen that have a description.
-- bound: >= ACCEPT_DESCRIPTION_FILL
select value, sample from crawl.posting_fill(:run_id, 'description');
