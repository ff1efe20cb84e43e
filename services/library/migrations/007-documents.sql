-- Documents. The content of a document is the sum of its updates; all else is read from it.

create table document (
  space_id text not null,
  id text not null,
  folder_id text,
  title text not null,
  icon text,
  is_locked boolean not null default false,
  -- The number of the last change of its content.
  content_version integer not null default 0,
  -- True while document_text is of an older content.
  is_stale boolean not null default false,
  -- The newest version of which a whole state is stored, and that of the last checkpoint.
  state_version integer not null default 0,
  checkpoint_version integer not null default 0,
  created_by jsonb not null,
  -- The actor and the time of the last change of its content.
  edited_by jsonb not null,
  edited_at timestamptz not null,
  trashed_at timestamptz,
  -- The deletion that it belongs to: its own id, or that of the folder that was deleted.
  trashed_with text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, folder_id) references folder
);
create index document_folder on document (space_id, folder_id, id);
create index document_title on document (space_id, lower(title), id) where trashed_at is null;
create index document_updated on document (space_id, updated_at, id);
create index document_created on document (space_id, created_at, id);
create index document_trashed on document (trashed_at) where trashed_at is not null;
create index document_trashed_with on document (space_id, trashed_with) where trashed_with is not null;
create index document_stale on document (edited_at) where is_stale;
create index document_unsaved on document (edited_at) where content_version > checkpoint_version;
create index document_unjoined on document ((content_version - state_version)) where content_version - state_version >= 100;
create index document_search on document using gin (lower(title) public.gin_trgm_ops);

-- The changes of a document, each as a Yjs update. A row never changes; rows that a checkpoint replaces are deleted after 30 days.
create table document_update (
  space_id text not null,
  document_id text not null,
  version integer not null,
  update bytea not null,
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, document_id, version),
  foreign key (space_id, document_id) references document on delete cascade
);
create index document_update_created on document_update (created_at);

-- The sum of all updates of a document up to a version, so that few updates are read.
create table document_state (
  space_id text not null,
  document_id text not null,
  version integer not null,
  state bytea not null,
  primary key (space_id, document_id),
  foreign key (space_id, document_id) references document on delete cascade
);

-- Versions that are stored for longer than their updates.
create table document_checkpoint (
  space_id text not null,
  document_id text not null,
  version integer not null,
  state bytea not null,
  label text,
  -- The actor and the time of the change that made the version.
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, document_id, version),
  foreign key (space_id, document_id) references document on delete cascade
);
create index document_checkpoint_created on document_checkpoint (created_at) where label is null;

-- The text of a document in the forms that are read and searched, as its blocks had them at a version.
create table document_text (
  space_id text not null,
  document_id text not null,
  version integer not null,
  markdown text not null,
  text text not null,
  -- The starts of the blocks of the first level in the text, with their ids.
  places jsonb not null,
  outline jsonb not null,
  -- The things that it shows or mentions.
  refs jsonb not null,
  excerpt text not null,
  characters integer not null,
  blocks_count integer not null,
  -- The words of its title (A), headings (B) and text (C), each after the end of the id of the Space.
  words tsvector not null,
  primary key (space_id, document_id),
  foreign key (space_id, document_id) references document on delete cascade
);
create index document_text_words on document_text using gin (words);

-- Changes of people who write together: they are announced as one event when it is due.
create table document_gathering (
  space_id text not null,
  document_id text not null,
  -- The version before the first of them.
  from_version integer not null,
  editors jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (space_id, document_id),
  foreign key (space_id, document_id) references document on delete cascade
);
create index document_gathering_due on document_gathering (due_at);
