-- A Space whose deletion was asked for is closed until it is deleted or taken back.
alter table space
  -- The time at which it is deleted; null when it is not.
  add column delete_at timestamptz,
  -- The actor who asked for it, as JSON.
  add column delete_by jsonb,
  -- Set when its things begin to be deleted: from then on it cannot be taken back.
  add column removal_started_at timestamptz,
  -- The next step: services get to know that it is closed or open, or delete a part of it.
  add column removal_step_at timestamptz,
  add column removed_rows bigint not null default 0;
create index space_removal on space (removal_step_at) where removal_step_at is not null;

-- The record of Spaces that were deleted. It has no content of them but the name.
create table deleted_space (
  id text primary key,
  name text not null,
  deleted_by jsonb not null,
  removal_started_at timestamptz not null,
  deleted_at timestamptz not null,
  removed_rows bigint not null
);
