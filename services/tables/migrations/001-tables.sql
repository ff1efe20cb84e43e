create extension if not exists pg_trgm with schema public;
create collation "natural" (provider = icu, locale = 'und-u-kn-true');

-- Version numbers of rows, one sequence for all tables; a snapshot is one such number. Not in commit order: see src/schema/locks.queries.ts.
create sequence row_seq;

create table user_table (
  space_id text not null,
  id text not null,
  slug text not null,
  plural_label text not null,
  singular_label text,
  icon text,
  color text,
  description text,
  title_column_id text,
  -- The name of the Postgres table that holds the rows. All row tables have the same columns (docs/adr/0009).
  row_table text not null,
  next_cid integer not null default 1,
  archived_at timestamptz,
  -- The ETag: changes with everything except rows. schema_version changes only with what readers and writers of rows depend on.
  version integer not null default 1,
  schema_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create unique index user_table_slug on user_table (space_id, slug);

create table user_column (
  space_id text not null,
  id text not null,
  table_id text not null,
  -- The short name under which cells are stored. It is never reused, so a new key changes no row.
  cid text not null,
  key text not null,
  label text not null,
  type text not null,
  options jsonb not null default '[]',
  -- {table_id, cardinality, symmetric_column_id, is_inverse}: an inverse column shows the links that its symmetric column stores.
  reference jsonb,
  -- field_config with column ids in place of keys.
  config jsonb not null default '{}',
  required boolean not null default false,
  default_value jsonb,
  icon text,
  position integer not null,
  value_type text not null,
  status text not null default 'ok',
  error jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set when the column was deleted. Its cells stay as long as a snapshot could restore them.
  deleted_at timestamptz,
  primary key (space_id, id),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create unique index user_column_key on user_column (space_id, table_id, key) where deleted_at is null;

-- The columns that each computed column reads, across the tables of a Space.
create table column_dependency (
  space_id text not null,
  column_id text not null,
  reads_column_id text not null,
  primary key (space_id, column_id, reads_column_id),
  foreign key (space_id, column_id) references user_column on delete cascade
);
create index column_dependency_reads on column_dependency (space_id, reads_column_id);

create table view (
  space_id text not null,
  id text not null,
  table_id text not null,
  name text not null,
  type text not null,
  -- With column ids in place of keys.
  config jsonb not null default '{}',
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create index view_table on view (space_id, table_id, id);
create unique index view_default on view (space_id, table_id) where is_default;

-- The foreign key is to the table, not to the view: a restore may remove a view and bring it back, and its links must survive.
create table share_link (
  space_id text not null,
  id text not null,
  table_id text not null,
  view_id text not null,
  name text,
  -- A visitor is found by the hash. The sealed token lets callers who may list links copy the address again.
  token_hash bytea not null,
  sealed_token bytea not null,
  password_hash text,
  expires_at timestamptz,
  opened_count integer not null default 0,
  last_opened_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create unique index share_link_token on share_link (token_hash);
create index share_link_table on share_link (space_id, table_id, id desc);

create table row_comment (
  space_id text not null,
  id text not null,
  table_id text not null,
  row_id text not null,
  body text not null,
  author jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create index row_comment_row on row_comment (space_id, table_id, row_id, id);

create table snapshot (
  space_id text not null,
  id text not null,
  table_id text not null,
  label text,
  kind text not null,
  -- The rows of the snapshot: from_seq <= seq < to_seq in row_history, or a row version <= seq in the row table.
  seq bigint not null,
  meta jsonb not null,
  columns jsonb not null,
  views jsonb not null,
  row_count bigint not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create index snapshot_table on snapshot (space_id, table_id, id desc);

-- Earlier versions of rows, one image per change, valid for from_seq <= seq < to_seq.
create table row_history (
  table_id text not null,
  row_id text not null,
  from_seq bigint not null,
  to_seq bigint not null,
  -- The way the version ended: 'u' updated, 'd' deleted, 'r' replaced or removed by a restore.
  op "char" not null,
  data jsonb not null,
  computed jsonb not null,
  errors jsonb,
  created_at timestamptz not null,
  created_by jsonb not null,
  updated_at timestamptz not null,
  updated_by jsonb not null,
  ended_by jsonb not null,
  ended_at timestamptz not null,
  primary key (table_id, to_seq, row_id)
);
create index row_history_row on row_history (table_id, row_id, from_seq desc);

-- Changes of the number of rows, one per write. The row count is their sum; a background task merges them.
create table row_count_delta (
  table_id text not null,
  delta bigint not null
);
create index row_count_delta_table on row_count_delta (table_id);

-- Stale computed cells that the background task recomputes, beyond those that a write recomputes itself.
create table recompute_job (
  id bigint generated always as identity primary key,
  space_id text not null,
  table_id text not null,
  column_ids text[] not null,
  -- The rows to recompute; null for all rows of the table.
  row_ids text[],
  -- Rows up to this id are done.
  after_row_id text not null default '',
  done bigint not null default 0,
  total bigint not null,
  created_at timestamptz not null default now(),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create index recompute_job_table on recompute_job (space_id, table_id);

-- Indexes on cells, from candidate to ready; built and dropped in the background.
create table cell_index (
  row_table text not null,
  cid text not null,
  kind text not null,
  name text not null,
  -- candidate, requested, ready or failed.
  state text not null,
  uses bigint not null default 0,
  last_used_at timestamptz not null default now(),
  error text,
  primary key (row_table, cid, kind)
);
