-- What a Space does by itself. An automation without an event type starts only when asked.
create table automation (
  id text primary key,
  space_id text not null,
  name text not null,
  description text,
  event_type text,
  filters json not null default '{}',
  actions json not null,
  -- What its actions may do, and the key they act for: the one that saved it last.
  scopes text[] not null,
  key_id text not null,
  -- The agent whose key that is: the automation starts only from what this agent may hear about.
  agent_id text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index automation_newest on automation (space_id, id desc);
create index automation_triggered on automation (space_id, event_type) where enabled and event_type is not null;

-- One time an automation runs, with what it had to do when it was queued. `due_at` is when somebody must look at it
-- again: when it is due, or, while a process holds it under `lease`, when that lease ends. It is null when it is over.
create table automation_run (
  space_id text not null,
  automation_id text not null,
  id text not null,
  name text not null,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed')),
  event_id text,
  event_type text,
  -- The event as the wire shows it; forgotten when the run is over.
  event text,
  payload json,
  chain integer not null,
  trace text,
  actions json not null,
  scopes text[] not null,
  key_id text not null,
  agent_id text,
  steps json[] not null default '{}',
  -- What each step answered, for the steps behind it; forgotten when the run is over.
  answers json[] not null default '{}',
  -- How often the next step was put off.
  tries integer not null default 0,
  error text,
  due_at timestamptz,
  lease text,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, automation_id, id)
);
-- The wall against starting twice from one event.
create unique index automation_run_event on automation_run (automation_id, event_id) where event_id is not null;
-- Looked through Space by Space, so that one with many runs delays no other.
create index automation_run_due on automation_run (space_id, due_at) where due_at is not null;
create index automation_run_created_at on automation_run using brin (created_at);
