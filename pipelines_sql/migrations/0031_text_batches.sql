-- What is kept of descriptions travels every day as a whole: some hundred rows of a megabyte, not one for each text.

drop table crawl.text_marks;

create table crawl.text_batches (
    site text not null,
    batch bigint generated always as identity,
    rule smallint not null,
    texts integer not null,
    keys bytea not null,
    prints bytea not null,
    refs bytea not null,
    sizes bytea not null,
    counts bytea not null,
    marks bytea not null,
    primary key (site, batch)
);
alter table crawl.text_batches alter column marks set storage external;
comment on table crawl.text_batches is
    'What the search for copies keeps of descriptions, each once, packed: numbers in a row, the lowest byte first.';
comment on column crawl.text_batches.keys is 'Eight bytes for each text: a hash of the second half of the digest.';
comment on column crawl.text_batches.prints is 'Eight bytes: equal for two descriptions of the same words.';
comment on column crawl.text_batches.refs is 'Eight bytes: what the text calls its reference numbers; 0 for none.';
comment on column crawl.text_batches.sizes is 'Eight bytes, a floating-point number: how long the text is, in words.';
comment on column crawl.text_batches.counts is 'Four bytes: how many marks it has.';
comment on column crawl.text_batches.marks is 'Four bytes for each mark: a hash of words in a row.';
