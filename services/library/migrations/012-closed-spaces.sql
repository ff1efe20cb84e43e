-- Spaces that are being deleted: no sitemap lists their documents until an owner takes the deletion back.
create table closed_space (
  space_id text primary key
);

create index document_publication_id on document_publication (document_id);
