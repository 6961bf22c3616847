-- name: pay_fill(run_id)^
-- Share of the postings seen that say what they pay.
-- bound: >= ACCEPT_PAY_FILL
select value, sample from crawl.posting_fill(:run_id, 'pay');
