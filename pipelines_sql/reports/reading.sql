-- Records of a run that made no table, for a person to read: what the run itself fetched.

-- name: cards(run_id)
-- Twenty with the most reviews, twenty from the middle of the alphabet.
with cards as (
    select org_id, card - 'raw' as card,
           row_number() over (order by nullif(card -> 'review_count', 'null') desc nulls last, org_id) as by_reviews,
           row_number() over (order by card ->> 'name' nulls last, org_id) as by_name, count(*) over () as total
    from crawl.staged_cards where run_id = :run_id and verdict = 'live'
)
select case when by_reviews <= 20 then 'most reviews' else 'middle of the alphabet' end as why, org_id, card
from cards
where by_reviews <= 20 or by_name between total / 2 - 9 and total / 2 + 10
order by why, by_reviews, by_name;

-- name: postings(run_id)
-- The twenty newest and the twenty oldest of those that were not as known.
with postings as (
    select posting_id, posted_at, payload, row_number() over (order by posted_at desc nulls last, posting_id) as newest,
           row_number() over (order by posted_at, posting_id) as oldest
    from crawl.staged_postings where run_id = :run_id and payload is not null
)
select case when newest <= 20 then 'newest' else 'oldest' end as why, posting_id, posted_at, payload
from postings
where newest <= 20 or oldest <= 20
order by why, newest, oldest;
