-- Tasks with a due date are in the calendar. Their rows follow the tasks of the service work and are changed there only.
alter table calendar_event add column task_id text;

-- The last version of each task that the calendar has seen: an older event about the task changes nothing.
create table mirrored_task (
  space_id text not null,
  task_id text not null,
  version integer not null,
  -- False for a task that is done, deleted or without a due date; it has no event.
  is_shown boolean not null,
  identifier text,
  seen_at timestamptz not null,
  primary key (space_id, task_id)
);
create index mirrored_task_hidden on mirrored_task (seen_at) where not is_shown;

-- Events that the consumer group could not handle, for an operator.
create table dead_letter (
  id bigint generated always as identity primary key,
  consumer text not null,
  event_id text,
  payload bytea not null,
  reason text not null,
  created_at timestamptz not null default now()
);
