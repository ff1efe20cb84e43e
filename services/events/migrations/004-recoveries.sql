-- First attempts (0) go before retries (1), and retries before replays (2).
alter table delivery add column lane smallint not null default 0 check (lane in (0, 1, 2));
update delivery set lane = 1 where state = 'retrying';
-- By webhook, so that what waits for one that is slow or switched off is stepped over, not read, however much it is.
drop index delivery_due;
create index delivery_due on delivery (lane, listener_id, next_attempt_at) where next_attempt_at is not null;
-- Tests, which go to a webhook that is switched off too.
create index delivery_test_due on delivery (next_attempt_at) where test and next_attempt_at is not null;
-- For the events a webhook missed.
create index event_of_space on event (space_id, id);

-- `skipped`: the webhook was switched off when it happened. Nothing is sent unless somebody recovers it.
alter table delivery drop constraint delivery_state_check;
alter table delivery add constraint delivery_state_check check (state in ('pending', 'succeeded', 'retrying', 'dead', 'skipped'));

-- A request to send again what a webhook missed, worked off in batches.
create table recovery (
  id text primary key,
  space_id text not null,
  listener_id text not null references listener on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  -- What to send again: dead, missed.
  states text[] not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done')),
  -- What was found when it was asked for, and what of it is queued.
  total integer not null,
  queued integer not null default 0,
  -- Deliveries up to this one are done; null when all are.
  delivery_place bigint default 0,
  -- Events up to this one are done.
  event_place text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index recovery_one_at_a_time on recovery (listener_id) where state <> 'done';
create index recovery_waiting on recovery (created_at) where state <> 'done';
