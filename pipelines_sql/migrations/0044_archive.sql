-- The pages from which the records of a run were read, so that a mended parser can read them anew without asking the
-- site again.

create table crawl.archive_dictionaries (
    site text not null,
    dictionary bytea not null,
    content bytea not null,
    primary key (site, dictionary)
);
alter table crawl.archive_dictionaries alter column content set storage external;
comment on table crawl.archive_dictionaries is
    'What the pages of a surface have in common, made by a worker of the first that it read. dictionary is its hash.';

create table crawl.archived_pages (
    run_id bigint not null references crawl.runs on delete cascade,
    surface text not null check (surface in ('listing', 'card', 'contacts', 'contacts again', 'posting')),
    unit text not null,
    position integer not null,
    size integer not null,
    dictionary bytea,
    frame bytea not null,
    primary key (run_id, surface, unit, position)
);
-- Compressed already: another attempt would cost the server time and gain nothing.
alter table crawl.archived_pages alter column frame set storage external;
comment on table crawl.archived_pages is
    'Pages as they came, compressed with Zstandard: a line of JSON (address, status, content type, listing line), then the '
    'body of size bytes.';
comment on column crawl.archived_pages.unit is 'The id of the record; of a listing page the slice_id, position counting its pages.';
