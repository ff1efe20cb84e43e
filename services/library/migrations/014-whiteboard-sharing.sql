-- Comments on whiteboards, and their share links. The first comment of a thread says what it is about; replies name it.

create table whiteboard_comment (
  space_id text not null,
  id text not null,
  whiteboard_id text not null,
  parent_id text,
  body text not null,
  author jsonb not null,
  mentioned_ids text[] not null default '{}',
  -- The element that the thread is about, which may be deleted since; or a place on the whiteboard.
  element_id text,
  x double precision,
  y double precision,
  resolved_at timestamptz,
  resolved_by jsonb,
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade,
  foreign key (space_id, parent_id) references whiteboard_comment on delete cascade
);
create index whiteboard_comment_whiteboard on whiteboard_comment (space_id, whiteboard_id, created_at, id);
create index whiteboard_comment_parent on whiteboard_comment (space_id, parent_id, created_at, id) where parent_id is not null;

create table whiteboard_share_link (
  space_id text not null,
  id text not null,
  whiteboard_id text not null,
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
  foreign key (space_id, whiteboard_id) references whiteboard on delete cascade
);
create index whiteboard_share_link_whiteboard on whiteboard_share_link (space_id, whiteboard_id, id);
