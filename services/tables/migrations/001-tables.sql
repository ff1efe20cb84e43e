create extension if not exists pg_trgm with schema public;
create collation "natural" (provider = icu, locale = 'und-u-kn-true');

-- The version of every row, one counter for all: what a snapshot remembers. Not in the order of commits, see src/rows/lock.ts.
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
  -- The rows are in a heap of their own of this name: all heaps have the same shape, whatever the columns (docs/adr/0009).
  heap text not null,
  next_cid integer not null default 1,
  archived_at timestamptz,
  -- Changes with everything but rows: the ETag. schema_version changes only with what writers and readers of rows must know.
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
  -- What cells are stored under: short, never used again, so that a new key costs nothing.
  cid text not null,
  key text not null,
  label text not null,
  type text not null,
  options jsonb not null default '[]',
  -- {table_id, cardinality, symmetric_column_id, mirror}: a mirror shows the links of its symmetric column from the other side.
  reference jsonb,
  -- field_config with ids of columns where the wire has keys.
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
  -- Set when the column was deleted: its cells stay while a snapshot from before could bring it back.
  deleted_at timestamptz,
  primary key (space_id, id),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create unique index user_column_key on user_column (space_id, table_id, key) where deleted_at is null;

-- Which column is worked out from which, across the tables of a Space.
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
  -- With ids of columns where the wire has keys.
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

create table share_link (
  space_id text not null,
  id text not null,
  table_id text not null,
  view_id text not null,
  name text,
  -- A visitor is found by the hash; the link itself is shown again to those who may list links, so it is kept sealed.
  token_hash bytea not null,
  sealed_token bytea not null,
  password_hash text,
  expires_at timestamptz,
  opened_count integer not null default 0,
  last_opened_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, view_id) references view on delete cascade
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
  -- What every row had that was current then: from_seq <= seq < to_seq in row_history, or seq <= this in the heap.
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

-- What rows were before they changed: one image for each change, valid for from_seq <= seq < to_seq.
create table row_history (
  table_id text not null,
  row_id text not null,
  from_seq bigint not null,
  to_seq bigint not null,
  -- How the image ended: 'u' updated, 'd' deleted, 'r' replaced or removed by a restore.
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

-- Rows that came and went, one line for each write; the number of rows is their sum. Folded in the background.
create table row_tally (
  table_id text not null,
  n bigint not null
);
create index row_tally_table on row_tally (table_id);

-- Computed cells that are out of date beyond what a write works out at once.
create table recompute_job (
  id bigint generated always as identity primary key,
  space_id text not null,
  table_id text not null,
  column_ids text[] not null,
  -- The rows to work out; null for all of the table.
  row_ids text[],
  -- Rows up to this id are done.
  after_row_id text not null default '',
  done bigint not null default 0,
  total bigint not null,
  created_at timestamptz not null default now(),
  foreign key (space_id, table_id) references user_table on delete cascade
);
create index recompute_job_table on recompute_job (space_id, table_id);

-- Indexes that are there or wanted on cells; built and dropped in the background.
create table cell_index (
  heap text not null,
  cid text not null,
  kind text not null,
  name text not null,
  state text not null,
  uses bigint not null default 0,
  last_used_at timestamptz not null default now(),
  error text,
  primary key (heap, cid, kind)
);
