-- The tables of the service work. Each primary key begins with the id of the Space.

create extension if not exists pg_trgm with schema public;

create table project (
  space_id text not null,
  id text not null,
  name text not null,
  key text not null,
  description text,
  archived boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  trashed_at timestamptz,
  primary key (space_id, id)
);
create unique index project_key on project (space_id, key);
create index project_trashed on project (trashed_at) where trashed_at is not null;

-- The statuses of projects; those of tasks without a project are the same in every Space and stand in the contract.
create table task_status (
  space_id text not null,
  id text not null,
  project_id text not null,
  name text not null,
  category text not null check (category in ('backlog', 'todo', 'in_progress', 'done', 'cancelled')),
  place integer not null,
  primary key (space_id, id),
  foreign key (space_id, project_id) references project on delete cascade
);
create index task_status_project on task_status (space_id, project_id, place);

-- One row for each project, and one with '' for tasks without a project. A number is drawn, and a place between two others is chosen, under
-- the lock of the row of the list.
create table task_list (
  space_id text not null,
  project_id text not null,
  last_number integer not null default 0,
  -- The version of the project, so that the statement that draws a number sees that the project has changed.
  project_version integer not null default 1,
  primary key (space_id, project_id)
);

-- Grows with each task that is placed at the end of any list.
create sequence task_place;

-- The number of tasks of a Space with those in the trash is the sum of its rows: creations add to one of several, so that they seldom
-- wait for each other.
create table task_count (
  space_id text not null,
  shard smallint not null,
  tasks integer not null,
  primary key (space_id, shard)
);

-- The time by which a task is sorted: its due time, or the end of time.
create function due_order(due_at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select coalesce(due_at, timestamptz '9999-12-31 00:00:00+00')
$$;

create table task (
  space_id text not null,
  id text not null,
  project_id text,
  number integer,
  title text not null,
  description text,
  status_id text not null,
  -- The status if it is one of a project: Postgres keeps it from being deleted while a task has it.
  project_status_id text generated always as (case when project_id is not null then status_id end) stored,
  status_category text not null check (status_category in ('backlog', 'todo', 'in_progress', 'done', 'cancelled')),
  -- 0 none to 4 urgent.
  priority smallint not null check (priority between 0 and 4),
  parent_id text,
  start_date date,
  due_date date,
  due_time text,
  timezone text,
  -- When it becomes overdue: at due_time, or at the end of due_date.
  due_at timestamptz,
  estimate double precision,
  recurrence jsonb,
  reminders integer[] not null,
  about jsonb not null,
  custom_fields jsonb not null,
  position text collate "C" not null,
  assignee_count smallint not null,
  completed_at timestamptz,
  claim_ends_at timestamptz,
  next_task_id text,
  -- The first due date of its series, and the number of this task in it.
  series_start date,
  occurrence integer not null default 1,
  created_by jsonb not null,
  trashed_at timestamptz,
  -- The deletion that it belongs to: the id of the deleted task or project.
  trashed_with text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, project_id) references project,
  constraint task_status_exists foreign key (space_id, project_status_id) references task_status,
  check ((project_id is null) = (number is null))
);
create unique index task_number on task (space_id, project_id, number) where project_id is not null;
create unique index task_position on task (space_id, coalesce(project_id, ''), position);
create index task_board on task (space_id, project_id, status_id, position) where trashed_at is null;
create index task_project on task (space_id, project_id, id) where trashed_at is null;
create index task_due on task (space_id, work.due_order(due_at), id) where trashed_at is null;
create index task_updated on task (space_id, updated_at, id);
create index task_priority on task (space_id, priority, id) where trashed_at is null;
create index task_title on task (space_id, lower(title), id) where trashed_at is null;
create index task_parent on task (space_id, parent_id) where parent_id is not null;
create index task_claimable on task (space_id, status_category, priority desc, id) where trashed_at is null and assignee_count = 0;
create index task_claimable_project on task (space_id, project_id, status_category, priority desc, id)
  where trashed_at is null and assignee_count = 0 and project_id is not null;
create index task_lease on task (claim_ends_at) where claim_ends_at is not null;
create index task_trashed on task (trashed_at) where trashed_at is not null;
create index task_trashed_with on task (space_id, trashed_with) where trashed_with is not null;
create index task_calendar on task (space_id, id)
  where due_at is not null and trashed_at is null and status_category in ('backlog', 'todo', 'in_progress');
create index task_search on task using gin ((lower(title)) public.gin_trgm_ops);

-- Numbers that a task had in projects that it has left: its old identifiers.
create table task_alias (
  space_id text not null,
  project_id text not null,
  number integer not null,
  task_id text not null,
  primary key (space_id, project_id, number),
  foreign key (space_id, task_id) references task on delete cascade
);
create index task_alias_task on task_alias (space_id, task_id);

create table task_assignee (
  space_id text not null,
  task_id text not null,
  assignee_id text not null,
  kind text not null check (kind in ('person', 'agent')),
  name text not null,
  place smallint not null,
  -- What lists of the tasks of one assignee are sorted and filtered by, as it stands in the row of the task.
  due_order timestamptz not null,
  status_category text not null,
  is_trashed boolean not null,
  primary key (space_id, task_id, assignee_id),
  foreign key (space_id, task_id) references task on delete cascade
);
create index task_assignee_due on task_assignee (space_id, assignee_id, due_order, task_id) where not is_trashed;

create function copy_to_assignees() returns trigger language plpgsql as $$
begin
  update work.task_assignee set due_order = work.due_order(new.due_at), status_category = new.status_category,
    is_trashed = new.trashed_at is not null
  where space_id = new.space_id and task_id = new.id
    and (due_order, status_category, is_trashed) is distinct from (work.due_order(new.due_at), new.status_category, new.trashed_at is not null);
  return null;
end
$$;

create trigger task_copied after update on task for each row
  when ((old.due_at, old.status_category, old.trashed_at) is distinct from (new.due_at, new.status_category, new.trashed_at))
  execute function copy_to_assignees();

create table task_label (
  space_id text not null,
  task_id text not null,
  label text not null,
  place smallint not null,
  primary key (space_id, task_id, label),
  foreign key (space_id, task_id) references task on delete cascade
);
create index task_label_tasks on task_label (space_id, label, task_id);

create table task_link (
  space_id text not null,
  id text not null,
  kind text not null check (kind in ('blocks', 'relates_to', 'duplicates')),
  from_id text not null,
  to_id text not null,
  created_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, from_id) references task on delete cascade,
  foreign key (space_id, to_id) references task on delete cascade
);
create unique index task_link_pair on task_link (space_id, from_id, kind, to_id);
create index task_link_to on task_link (space_id, to_id, kind);

create table task_comment (
  space_id text not null,
  id text not null,
  task_id text not null,
  body text not null,
  author jsonb not null,
  mentioned_ids text[] not null,
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, task_id) references task on delete cascade
);
create index task_comment_task on task_comment (space_id, task_id, id);

create table task_change (
  space_id text not null,
  task_id text not null,
  number bigint generated always as identity,
  actor jsonb not null,
  changes jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, task_id, number),
  foreign key (space_id, task_id) references task on delete cascade
);

-- Events of tasks that are due: reminders, and the moment from which a task is overdue. A row is deleted in the transaction of its event,
-- and replaced in the transaction that changes the due time.
create table task_alarm (
  space_id text not null,
  task_id text not null,
  kind text not null check (kind in ('reminder', 'overdue')),
  minutes_before integer not null,
  fire_at timestamptz not null,
  primary key (space_id, task_id, kind, minutes_before),
  foreign key (space_id, task_id) references task on delete cascade
);
create index task_alarm_due on task_alarm (fire_at);
