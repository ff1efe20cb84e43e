-- Each change of a key, an agent or a Space is a version, for ETag and If-Match.
alter table api_key
  add column version integer not null default 1,
  -- SHA-256 of the secret before the last roll, and the end of its validity.
  add column old_hash bytea,
  add column old_secret_ends_at timestamptz;
create unique index api_key_old_hash on api_key (old_hash) where old_hash is not null;

alter table agent
  add column version integer not null default 1,
  -- A deleted agent stays for its keys, its chat and the activity log.
  add column deleted_at timestamptz,
  -- The actor who deleted it, as JSON.
  add column deleted_by jsonb,
  -- Null until its listeners have ended, which the events service does after the deletion.
  add column listeners_ended_at timestamptz,
  -- The next try to end its listeners.
  add column end_listeners_at timestamptz;
create index agent_to_end on agent (end_listeners_at) where end_listeners_at is not null;

alter table space add column version integer not null default 1;
