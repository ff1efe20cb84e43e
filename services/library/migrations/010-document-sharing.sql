-- Share links of documents.

create table document_share_link (
  space_id text not null,
  id text not null,
  document_id text not null,
  name text,
  -- The SHA-256 of the token finds the link; the sealed token lets its owners read its address again.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  password_hash text,
  expires_at timestamptz,
  opened_count integer not null default 0,
  last_opened_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, document_id) references document on delete cascade
);
create index document_share_link_document on document_share_link (space_id, document_id, id);
