-- Events that some webhook is to hear, as the wire shows them.
create table event (
  id text primary key,
  space_id text not null,
  type text not null,
  body text not null,
  trace text,
  recorded_at timestamptz not null
);
create index event_recorded_at on event using brin (recorded_at);

-- One event on its way to one webhook. `next_attempt_at` is when somebody must look at it again: when it is due, or,
-- while a dispatcher holds it under `lease`, when that lease ends. It is null when the delivery is finished.
create table delivery (
  listener_id text not null,
  id bigint generated always as identity,
  space_id text not null,
  event_id text not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'retrying', 'dead')),
  test boolean not null default false,
  attempts integer not null default 0,
  -- Attempts made before the last resend: the retry schedule counts from here.
  round_start integer not null default 0,
  next_attempt_at timestamptz,
  lease text,
  -- Every attempt as the log shows it, in order: at most a handful, and always read together with the delivery.
  log json[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (listener_id, id)
);
create index delivery_created_at on delivery using brin (created_at);
-- What became of one event.
create index delivery_of_event on delivery (listener_id, event_id);
-- What a log is searched for when something went wrong; what goes well never enters it.
create index delivery_failed on delivery (listener_id, state, id) where state in ('retrying', 'dead', 'skipped');

-- Webhooks that were deleted, whose deliveries are removed some at a time.
create table deleted_listener (
  listener_id text primary key,
  noted_at timestamptz not null
);
create index delivery_due on delivery (next_attempt_at) where next_attempt_at is not null;

-- Events a consumer group has seen: the wall against handling one twice.
create table inbox (
  consumer text not null,
  event_id text not null,
  seen_at timestamptz not null,
  primary key (consumer, event_id)
);
create index inbox_seen_at on inbox using brin (seen_at);

-- What could not be handled, for a person to look at.
create table dead_letter (
  id bigint generated always as identity primary key,
  consumer text not null,
  event_id text,
  payload bytea not null,
  reason text not null,
  created_at timestamptz not null default now()
);
