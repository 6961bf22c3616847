-- What the line of a posting said when its detail was read: details may give more of the role than lines do, and then the
-- line is compared with that line, not with the record.
alter table crawl.postings add column line_digest text;
comment on column crawl.postings.line_digest is 'The digest of the role by the listing line alone, when the detail was read.';
