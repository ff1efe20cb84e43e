-- Whiteboards. The content of a whiteboard is the sum of its updates; all else is read from it.

create table whiteboard (
  space_id text not null,
  id text not null,
  folder_id text,
  title text not null,
  background text not null,
  is_locked boolean not null default false,
  -- The number of the last change of its elements.
  content_version integer not null default 0,
  -- True while whiteboard_element and whiteboard_summary are of an older content.
  is_stale boolean not null default false,
  -- The newest version of which a whole state is stored, and that of the last checkpoint.
  state_version integer not null default 0,
  checkpoint_version integer not null default 0,
  created_by jsonb not null,
  -- The actor and the time of the last change of its elements.
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
create index whiteboard_folder on whiteboard (space_id, folder_id, id);
create index whiteboard_title on whiteboard (space_id, lower(title), id) where trashed_at is null;
create index whiteboard_updated on whiteboard (space_id, updated_at, id);
create index whiteboard_created on whiteboard (space_id, created_at, id);
create index whiteboard_trashed on whiteboard (trashed_at) where trashed_at is not null;
create index whiteboard_trashed_with on whiteboard (space_id, trashed_with) where trashed_with is not null;
create index whiteboard_stale on whiteboard (edited_at) where is_stale;
create index whiteboard_unsaved on whiteboard (edited_at) where content_version > checkpoint_version;
create index whiteboard_unjoined on whiteboard ((content_version - state_version)) where content_version - state_version >= 100;
create index whiteboard_search on whiteboard using gin (lower(title) public.gin_trgm_ops);

-- The changes of a whiteboard, each as a Yjs update. A row never changes; rows that a checkpoint replaces are deleted after 30 days.
create table whiteboard_update (
  space_id text not null,
  whiteboard_id text not null,
  version integer not null,
  update bytea not null,
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, whiteboard_id, version),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);
create index whiteboard_update_created on whiteboard_update (created_at);

-- The sum of all updates of a whiteboard up to a version, so that few updates are read.
create table whiteboard_state (
  space_id text not null,
  whiteboard_id text not null,
  version integer not null,
  state bytea not null,
  primary key (space_id, whiteboard_id),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);

-- Versions that are stored for longer than their updates.
create table whiteboard_checkpoint (
  space_id text not null,
  whiteboard_id text not null,
  version integer not null,
  state bytea not null,
  label text,
  -- The actor and the time of the change that made the version.
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, whiteboard_id, version),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);
create index whiteboard_checkpoint_created on whiteboard_checkpoint (created_at) where label is null;

-- Changes of people who draw together: they are announced as one event when it is due.
create table whiteboard_gathering (
  space_id text not null,
  whiteboard_id text not null,
  -- The version before the first of them.
  from_version integer not null,
  editors jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (space_id, whiteboard_id),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);
create index whiteboard_gathering_due on whiteboard_gathering (due_at);

-- The elements of a whiteboard in the form that is listed. Only rows of elements that changed are written.
create table whiteboard_element (
  space_id text not null,
  whiteboard_id text not null,
  id text not null,
  type text not null,
  frame_id text,
  text text not null,
  -- Its place from bottom to top: the index of the element.
  place text collate "C" not null,
  -- The box around it.
  x double precision not null,
  y double precision not null,
  width double precision not null,
  height double precision not null,
  -- The hash of the JSON, which tells a changed element apart.
  digest text not null,
  element json not null,
  primary key (space_id, whiteboard_id, id),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);
create index whiteboard_element_place on whiteboard_element (space_id, whiteboard_id, place, id);

-- The figures and texts of a whiteboard, as its elements had them at a version.
create table whiteboard_summary (
  space_id text not null,
  whiteboard_id text not null,
  version integer not null,
  elements_count integer not null,
  -- The number of elements of each type.
  counts jsonb not null,
  -- The rectangle around all elements; null without any.
  bounds jsonb,
  text text not null,
  excerpt text not null,
  -- The things that its elements show or lead to.
  refs jsonb not null,
  -- The words of its title (A) and texts (C), each after the end of the id of the Space.
  words tsvector not null,
  primary key (space_id, whiteboard_id),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);
create index whiteboard_summary_words on whiteboard_summary using gin (words);
create index whiteboard_summary_shown on whiteboard_summary (space_id, whiteboard_id) where refs @> '[{"thing_kind": "asset"}]';
