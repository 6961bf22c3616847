-- Only the payload of a posting stands apart from its row. The short columns did, too, as soon as one was longer than the
-- pointer that replaces it: a digest always, most titles. Reading them cost four looks into another table for each row.

alter table crawl.postings
    alter column posting_id set storage main,
    alter column company_id set storage main,
    alter column company set storage main,
    alter column company_kind set storage main,
    alter column title set storage main,
    alter column region set storage main,
    alter column requisition set storage main,
    alter column categories set storage main,
    alter column cluster_id set storage main,
    alter column digest set storage main;

-- What is stored already moves when it is written anew.
update crawl.postings set company = company || '', title = title || '', digest = digest || '';
