-- Postings that were read anew from archived pages. Nothing is counted a second time: no miss, no bump, no opening.

-- name: compare(run_id, rereads)!
-- What of the postings as known now the other run has read, as it reads today: all of those that no later run has seen;
-- of others the description, which was read once, where it is still the one that was, and where the role is, too, what
-- the details gave and nothing has changed since. One whose detail says more of the
-- role than its line, and has no page of that run, stays as it is.
insert into sighted
select s.posting_id, true, p.state = 'closed', n.digest <> p.digest, false, false, n.digest, n.payload,
       case when not newest then p.posted_at when is_part then coalesce(s.posted_at, p.posted_at) else s.posted_at end,
       case when not newest then p.expires_at when is_part then coalesce(s.expires_at, p.expires_at) else s.expires_at end
from crawl.staged_postings s
join crawl.runs r on r.run_id = :rereads
join crawl.postings p on p.site = r.site and p.posting_id = s.posting_id
left join crawl.staged_postings old on old.run_id = r.run_id and old.posting_id = s.posting_id
cross join lateral (
    select p.last_run = r.run_id as newest,
           s.text_digest is not null and (p.last_run = r.run_id or right(p.digest, 32) = old.text_digest) as reads_text
) w
cross join lateral (
    select not reads_text and p.line_digest is not null as is_part,
           not newest and reads_text and p.line_digest is not null and left(p.digest, 32) = old.role_digest as is_detail
) d
cross join lateral (
    select case when newest or is_detail then s.role_digest else left(p.digest, 32) end
               || case when reads_text then s.text_digest else right(p.digest, 32) end as digest,
           case when s.payload is null then p.payload
                when newest and reads_text then s.payload
                when newest then s.payload || jsonb_build_object('description', p.payload -> 'description')
                else p.payload || jsonb_build_object('description', s.payload -> 'description')
                     || case when is_detail
                             then (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.payload)
                                   where value <> old.payload -> key and old.payload -> key = p.payload -> key)
                             else '{}' end
                end as payload
) n
where s.run_id = :run_id and (newest or reads_text)
  and (reads_text or coalesce(p.line_digest, left(p.digest, 32)) = left(p.digest, 32))
  and ((n.digest, n.payload) is distinct from (p.digest, p.payload)
       or (newest and (s.posted_at, s.expires_at) is distinct from (p.posted_at, p.expires_at)));

-- name: correct_postings(run_id)!
-- The first date was never another one, unless the posting was bumped.
update crawl.postings p
set posted_at = s.posted_at, expires_at = s.expires_at, digest = s.digest, payload = s.payload,
    title = s.payload ->> 'title', company_id = s.payload ->> 'company_id', company = s.payload ->> 'company',
    company_kind = s.payload ->> 'company_kind', requisition = s.payload ->> 'requisition',
    region = s.payload ->> 'location',
    categories = array(select jsonb_array_elements_text(s.payload -> 'categories')),
    first_posted_at = case when p.first_posted_at is not distinct from p.posted_at then s.posted_at
                           else least(p.first_posted_at, s.posted_at) end
from sighted s, crawl.runs r
where r.run_id = :run_id and p.site = r.site and p.posting_id = s.posting_id;

-- name: correct_line_digests(run_id)!
-- What the lines of the postings that were corrected say now: the next run compares them with its own.
update crawl.postings p set line_digest = l.digest
from sighted s, crawl.runs r, crawl.reread_lines l
where r.run_id = :run_id and p.site = r.site and p.posting_id = s.posting_id and p.line_digest is not null
  and l.run_id = r.run_id and l.record_id = p.posting_id and l.digest <> '';

-- name: replace_records(run_id, rereads)!
-- The other run's records. One whose description was read then, and cannot be now, stays as it is.
update crawl.staged_postings r
set role_digest = s.role_digest, text_digest = s.text_digest, posted_at = s.posted_at, expires_at = s.expires_at,
    payload = s.payload
from crawl.staged_postings s
where s.run_id = :run_id and r.run_id = :rereads and r.posting_id = s.posting_id
  and (s.text_digest is not null or r.text_digest is null);

-- name: replace_verdicts(run_id, rereads)!
update crawl.posting_verdicts r set verdict = s.verdict, http_status = s.http_status
from crawl.posting_verdicts s
where s.run_id = :run_id and r.run_id = :rereads and r.posting_id = s.posting_id
  and s.verdict in ('live', 'closed', 'gone');

-- name: witnessed(run_id)
-- What the witness pages of a run showed.
select posting_id, field, shown from crawl.witness_checks where run_id = :run_id order by posting_id, field;
