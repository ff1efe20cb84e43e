-- A subscription to events: a webhook, a feed or a listener of an agent. Only webhooks have a url and a secret, which is
-- sealed with SPACE_SECRET_KEY.
create table listener (
  id text primary key,
  space_id text not null,
  kind text not null,
  name text not null,
  url text,
  event_types text[] not null,
  filters jsonb not null default '{}',
  enabled boolean not null default true,
  disabled_reason text,
  disabled_at timestamptz,
  sealed_secret bytea,
  consecutive_dead_deliveries integer not null default 0,
  -- The agent that created the listener, with a copy of its Can use list, which every event is checked against; both are
  -- null when no agent did.
  agent_id text,
  can_use jsonb,
  -- For listeners of kind agent: the batch interval; null when each event is written immediately.
  batch_minutes integer,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The creation time by the clock of Postgres: processes whose own clocks differ agree on which events came before.
  recorded_at timestamptz not null default clock_timestamp(),
  constraint listener_made_by_agent check ((agent_id is null) = (can_use is null))
);
create index listener_newest on listener (space_id, id desc);
create index listener_of_agent on listener (space_id, agent_id, id desc) where agent_id is not null;

-- Deleted webhooks whose deliveries are deleted in chunks.
create table deleted_listener (
  listener_id text primary key,
  deleted_at timestamptz not null
);

-- Events that some webhook matches, as the API shows them.
create table event (
  id text primary key,
  space_id text not null,
  type text not null,
  body text not null,
  trace text,
  recorded_at timestamptz not null
);
create index event_recorded_at on event using brin (recorded_at);
-- Finds the events that a webhook missed.
create index event_of_space on event (space_id, id);

-- One event for one webhook. `next_attempt_at` is the time at which the delivery is due or, while a dispatcher holds it
-- under `lease`, the end of that lease; it is null when the delivery is finished.
create table delivery (
  listener_id text not null,
  id bigint generated always as identity,
  space_id text not null,
  event_id text not null,
  -- `skipped`: the webhook was disabled when the event occurred. It is sent only by a recovery.
  status text not null default 'pending'
    check (status in ('pending', 'succeeded', 'retrying', 'dead', 'skipped')),
  -- First attempts (0) go before retries (1), and retries before replays (2).
  priority smallint not null default 0 check (priority in (0, 1, 2)),
  test boolean not null default false,
  attempts integer not null default 0,
  -- The number of attempts before the last resend: the retry schedule counts from here.
  round_start integer not null default 0,
  next_attempt_at timestamptz,
  lease text,
  -- All attempts in order, as the log shows them: at most a handful, and always read together with the delivery.
  log json[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (listener_id, id)
);
create index delivery_created_at on delivery using brin (created_at);
-- The deliveries of one event: at most one for each webhook of its Space. Event ids grow with time, so inserts go to the
-- end of the index.
create index delivery_of_event on delivery (event_id);
-- Finds failures in a delivery log; successful deliveries never enter the index.
create index delivery_failed on delivery (listener_id, status, id) where status in ('retrying', 'dead', 'skipped');
-- Unleased deliveries by webhook, and leased ones by the end of the lease. Nearly every delivery is leased from its insert
-- until it is finished, so it never enters the first index.
create index delivery_due on delivery (priority, listener_id, next_attempt_at) where next_attempt_at is not null and lease is null;
create index delivery_leased on delivery (next_attempt_at) where lease is not null;
-- Tests, which are also sent to a disabled webhook.
create index delivery_test_due on delivery (next_attempt_at) where test and next_attempt_at is not null;

-- Events that a consumer group has handled, for deduplication.
create table inbox (
  consumer text not null,
  event_id text not null,
  seen_at timestamptz not null,
  primary key (consumer, event_id)
);
create index inbox_seen_at on inbox using brin (seen_at);

-- Events that a consumer group could not handle, for an operator.
create table dead_letter (
  id bigint generated always as identity primary key,
  consumer text not null,
  event_id text,
  payload bytea not null,
  reason text not null,
  created_at timestamptz not null default now()
);

-- A request to send missed deliveries of a webhook again, processed in batches.
create table recovery (
  id text primary key,
  space_id text not null,
  listener_id text not null references listener on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  -- The deliveries to send again: dead, missed.
  statuses text[] not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done')),
  -- Deliveries that were counted at the request, and those that are queued so far.
  total integer not null,
  queued integer not null default 0,
  -- Deliveries up to this id are done; null when all are.
  delivery_cursor bigint default 0,
  -- Events up to this id are done.
  event_cursor text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index recovery_one_at_a_time on recovery (listener_id) where status <> 'done';
create index recovery_unfinished on recovery (created_at) where status <> 'done';

-- An agent's Can use list and the number of lines in its chat. The agent itself belongs to the settings of its Space.
create table agent (
  space_id text not null,
  id text not null,
  can_use jsonb not null default '{}',
  can_use_set_at timestamptz,
  line_count bigint not null default 0,
  primary key (space_id, id)
);

-- The events of each Space, numbered in commit order: a transaction that takes numbers of a Space holds the lock of its
-- head until it commits, so no smaller number becomes visible after a greater one.
create table feed_head (
  space_id text primary key,
  seq bigint not null
);
create table feed_event (
  space_id text not null,
  seq bigint not null,
  event_id text not null,
  type text not null,
  body text not null,
  -- The resources in the event that Can use lists restrict, as <kind>:<id>.
  resource_ids text[] not null,
  recorded_at timestamptz not null,
  primary key (space_id, seq)
);
create index feed_event_recorded_at on feed_event using brin (recorded_at);
-- A duplicate that arrives after its inbox entry expired is not numbered again.
create unique index feed_event_once on feed_event (event_id, space_id);

-- The events of each feed.
create table feed_item (
  space_id text not null,
  listener_id text not null,
  seq bigint not null,
  recorded_at timestamptz not null,
  primary key (space_id, listener_id, seq)
);
create index feed_item_recorded_at on feed_item using brin (recorded_at);

-- The number up to which events of a Space were deleted: `seq` because of their age, `garbage_seq` because no listener
-- named their type.
create table feed_low_watermark (
  space_id text primary key,
  seq bigint not null default 0,
  garbage_seq bigint not null default 0
);
-- Spaces that can have events which no listener references, with the time of the next collection.
create table feed_garbage (
  space_id text primary key,
  marked_at timestamptz not null,
  collect_at timestamptz not null
);

-- Batches of agents' listeners: pending events that one chat line will report. A batch is counted in parts: the events
-- up to `counted_seq` are in `count`, and only those that the line lists are still pending.
create table agent_batch (
  listener_id text primary key,
  space_id text not null,
  started_at timestamptz not null,
  due_at timestamptz not null,
  counted_seq bigint not null default 0,
  count integer not null default 0
);
create index agent_batch_due_at on agent_batch (due_at);
create table agent_pending_event (
  space_id text not null,
  listener_id text not null,
  seq bigint not null,
  primary key (space_id, listener_id, seq)
);

-- The chats of agents.
create table chat_line (
  space_id text not null,
  agent_id text not null,
  id bigint not null,
  listener_id text not null,
  listener text not null,
  text text not null,
  event_count integer not null,
  event_ids text[] not null,
  created_at timestamptz not null,
  primary key (space_id, agent_id, id)
);
create index chat_line_created_at on chat_line using brin (created_at);

-- An automation; without an event type it starts only by a call.
create table automation (
  id text primary key,
  space_id text not null,
  name text not null,
  description text,
  event_type text,
  filters json not null default '{}',
  actions json not null,
  -- The scopes of its actions, and the key that they use: the one that saved it last.
  scopes text[] not null,
  key_id text not null,
  -- The agent of that key: only events about resources that this agent can use trigger the automation.
  agent_id text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The creation time by the clock of Postgres, as for listeners.
  recorded_at timestamptz not null default clock_timestamp()
);
create index automation_newest on automation (space_id, id desc);
create index automation_triggered on automation (space_id, event_type) where enabled and event_type is not null;

-- One run of an automation, with the actions at the time it was queued. `due_at` is the time at which the run is due or,
-- while a process holds it under `lease`, the end of that lease; it is null when the run is finished.
create table automation_run (
  space_id text not null,
  automation_id text not null,
  id text not null,
  name text not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  event_id text,
  event_type text,
  -- The event as the API shows it; deleted when the run is finished.
  event text,
  payload json,
  chain integer not null,
  trace text,
  actions json not null,
  scopes text[] not null,
  key_id text not null,
  agent_id text,
  steps json[] not null default '{}',
  -- The results of the steps, for later steps; deleted when the run is finished.
  step_results json[] not null default '{}',
  -- Failed attempts of the next step.
  attempt_count integer not null default 0,
  error text,
  due_at timestamptz,
  lease text,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, automation_id, id)
);
-- An event starts an automation at most once.
create unique index automation_run_event on automation_run (automation_id, event_id) where event_id is not null;
-- Scanned Space by Space, so that a Space with many runs delays no other.
create index automation_run_due on automation_run (space_id, due_at) where due_at is not null;
create index automation_run_created_at on automation_run using brin (created_at);
