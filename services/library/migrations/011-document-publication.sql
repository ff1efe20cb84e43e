-- Published documents: what visitors see, which later edits do not change.

create table document_publication (
  space_id text not null,
  document_id text not null,
  slug text not null,
  -- The whole address, as events name it. A start with another public origin corrects it.
  url text not null,
  version integer not null,
  title text not null,
  icon text,
  blocks jsonb not null,
  -- The things that these blocks show or mention.
  refs jsonb not null,
  excerpt text not null,
  published_at timestamptz not null,
  primary key (space_id, document_id),
  foreign key (space_id, document_id) references document on delete cascade
);
create unique index document_publication_slug on document_publication (slug);

-- Every slug that a document has had. It outlives the document, so that its address says that it is gone.
create table document_address (
  slug text not null primary key,
  space_id text not null,
  document_id text not null,
  claimed_at timestamptz not null
);
create index document_address_document on document_address (space_id, document_id, claimed_at);
