-- Events that are committed and not yet carried on, in the order of seq: see src/cursor.ts.
create table outbox (
  -- Stands before seq, so that whoever takes a number has a transaction id by then: a reader that waits for all
  -- transactions of now to end has waited for every number that could still come.
  xid xid8 not null default pg_current_xact_id(),
  -- Never with a cache: numbers are taken in the order of time.
  seq bigint generated always as identity primary key,
  id text not null,
  space_id text not null,
  type text not null,
  body text not null,
  trace text,
  recorded_at timestamptz not null default clock_timestamp(),
  settled_by text[] not null default '{}'
);
create unique index outbox_id on outbox (id);

-- How far each reader has come.
create table outbox_cursor (
  reader text primary key,
  seq bigint not null default 0
);

-- First answers to idempotency keys, written in the transaction of the change they answer.
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
