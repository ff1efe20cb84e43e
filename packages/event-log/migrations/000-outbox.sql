-- Committed events that some consumer group has not acked, in the order of seq: see src/outbox.ts.
create table outbox (
  -- Defined before seq, so a transaction has its id before it takes a number: a reader that waits for all running
  -- transactions to end has waited for every number that could still appear.
  xid xid8 not null default pg_current_xact_id(),
  -- Never with a cache: numbers must be taken in the order of time.
  seq bigint generated always as identity primary key,
  id text not null,
  space_id text not null,
  type text not null,
  body text not null,
  trace text,
  -- The only consumer group that receives the event, for a redelivery; null for all groups.
  only_group text,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Groups that acked the event, in a cluster. On one machine the cursors of the groups say it.
  acked_by text[] not null default '{}'
);
create unique index outbox_id on outbox (id, coalesce(only_group, ''));

-- The position of each reader: a consumer group on one machine, the relay in a cluster.
create table outbox_cursor (
  reader text primary key,
  seq bigint not null default 0
);

-- The progress of each consumer group.
create table outbox_group (
  name text primary key,
  -- The seq of the oldest event that the group has not acked; null if it has acked all.
  oldest_unacked bigint,
  -- Observed seconds without progress on that event. Time in which no process checked does not count.
  stalled_seconds double precision not null default 0,
  checked_at timestamptz not null default clock_timestamp()
);

-- Events that left the outbox without the ack of a group that was overdue; an operator can redeliver them.
create table outbox_missed (
  consumer_group text not null,
  seq bigint not null,
  id text not null,
  space_id text not null,
  type text not null,
  body text not null,
  recorded_at timestamptz not null,
  missed_at timestamptz not null default now(),
  primary key (consumer_group, seq)
);
create index outbox_missed_id on outbox_missed (id);
create index outbox_missed_at on outbox_missed (missed_at);

-- Stored responses of idempotency keys, written in the transaction of the change.
create table idempotency (
  space_id text not null,
  key_id text not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  answer text,
  sealed_answer bytea,
  version integer,
  created_at timestamptz not null default now(),
  primary key (space_id, key_id, operation, key)
);
create index idempotency_created_at on idempotency (created_at);
