-- Comments on documents. The first one of a thread says what it is about; replies name it.

create table document_comment (
  space_id text not null,
  id text not null,
  document_id text not null,
  parent_id text,
  body text not null,
  author jsonb not null,
  mentioned_ids text[] not null default '{}',
  block_id text,
  quote text,
  -- The ends of the quoted text as relative positions of Yjs.
  anchor_start bytea,
  anchor_end bytea,
  resolved_at timestamptz,
  resolved_by jsonb,
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, document_id) references document on delete cascade,
  foreign key (space_id, parent_id) references document_comment on delete cascade
);
create index document_comment_document on document_comment (space_id, document_id, created_at, id);
create index document_comment_parent on document_comment (space_id, parent_id, created_at, id) where parent_id is not null;
