-- A file of a submission becomes an asset of the library. Until then, and for files of before, its bytes stand in content.
alter table form_file
  alter column content drop not null,
  add column asset_id text,
  -- The time at which it is moved to the library; null for a file that no submission has, and for files of before.
  add column move_at timestamptz;
create index form_file_move on form_file (move_at) where move_at is not null and asset_id is null;

-- Assets of submissions that were deleted, until the library has deleted them too.
create table form_asset_removal (
  space_id text not null,
  asset_id text not null,
  due_at timestamptz not null,
  primary key (space_id, asset_id)
);
create index form_asset_removal_due on form_asset_removal (due_at);
