-- The assets that a task has as attachments.
alter table task add column asset_ids text[] not null default '{}';
-- Tasks that show assets, for the service library.
create index task_showing on task (space_id, id) where asset_ids <> '{}' or about @> '[{"kind": "asset"}]';
