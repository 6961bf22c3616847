-- A vacancy stays one that was advertised more than once when all but one of its postings are out of play.

comment on table crawl.clusters is
    'A vacancy with two postings or more, at least one of them in play: open, or closed within the look-back. Those in play '
    'are counted. run_id is the run that changed it last.';
