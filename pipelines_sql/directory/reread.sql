-- Cards that were read anew from archived pages. Nothing is counted a second time: no miss, no closure, no opening.

-- name: replace_records(run_id, rereads)!
-- The other run's records, where its pages still give one.
update crawl.staged_cards r set verdict = s.verdict, http_status = s.http_status, digest = s.digest, card = s.card
from crawl.staged_cards s
where s.run_id = :run_id and r.run_id = :rereads and r.org_id = s.org_id and s.card is not null;

-- name: leave_newer(run_id, rereads)!
-- What a later run has fetched is not set back to an older page.
update crawl.staged_cards s set card = null
from crawl.runs r, crawl.cards c
where s.run_id = :run_id and r.run_id = :rereads and c.site = r.site and c.org_id = s.org_id and c.last_fetched > r.as_of;

-- name: correct_cards(run_id)!
-- The known cards as their pages are read now; what is known of their lives stays.
update crawl.cards c
set name = p.name, legal_name = p.legal_name, rubrics = coalesce(p.rubrics, '{}'), address = p.address,
    address_parts = coalesce(p.address_parts, '{}'), address_key = p.address_key, house = p.house,
    district = p.district, latitude = p.latitude, longitude = p.longitude, precision = p.precision,
    hours = p.hours, hours_text = p.hours_text, round_the_clock = p.round_the_clock,
    phones = coalesce(p.phones, '[]'), phone_keys = coalesce(p.phone_keys, '{}'),
    tracked_phones = coalesce(p.tracked_phones, '[]'), website = p.website, domain = p.domain, web_key = p.web_key,
    links = coalesce(p.links, '{}'), email = p.email, photo_count = p.photo_count, review_count = p.review_count,
    rating = p.rating, status = p.status, name_tokens = coalesce(p.name_tokens, '{}'), raw = p.raw,
    sources = p.sources, branches = coalesce(p.branches, '{}'), digest = p.digest,
    flags = coalesce(p.flags, '{}') || array(select flag from unnest(c.flags) flag where flag = 'unlisted')
from crawl.staged_cards s
join crawl.runs r using (run_id)
cross join lateral jsonb_populate_record(null::crawl.cards, s.card) p
where s.run_id = :run_id and s.card is not null and c.site = r.site and c.org_id = s.org_id;

-- name: correct_lines(run_id)!
-- A line that reads otherwise now would be taken for a change of its card by the next run.
update crawl.cards c
set line_digests = array(select distinct coalesce(m.now, known) from unnest(c.line_digests) known
                         left join lateral (select l.digest as now
                                            from crawl.reread_lines l join crawl.sightings s using (slice_id, record_id)
                                            where l.run_id = :run_id and l.record_id = c.org_id and s.digest = known
                                            limit 1) m on true)
from (select distinct l.record_id
      from crawl.reread_lines l join crawl.sightings s using (slice_id, record_id)
      where l.run_id = :run_id and l.digest <> s.digest) moved, crawl.runs r
where r.run_id = :run_id and c.site = r.site and c.org_id = moved.record_id;

-- name: correct_drafts(run_id, rereads)!
update crawl.pending_cards p set card = s.card
from crawl.staged_cards s, crawl.runs r
where s.run_id = :run_id and s.card is not null and r.run_id = :rereads
  and p.site = r.site and p.org_id = s.org_id and p.last_seen <= r.as_of;
