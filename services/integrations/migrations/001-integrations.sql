create table secret (
  space_id text not null,
  id text not null,
  name text not null,
  description text,
  -- Host names, or with *. in front all names below it.
  hosts text[] not null,
  -- The agents that may use it; null for all.
  agents text[],
  sealed_value bytea not null,
  -- Authenticated with the value: it does not open in a row of another Space, name or version.
  value_purpose text not null generated always as ('secret ' || space_id || ' ' || name || ' ' || version) stored,
  version integer not null default 1,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint secret_name unique (space_id, name)
);

-- Requests with an idempotency key that were sent, or may have been: a second call with the key never sends another.
create table sent_request (
  space_id text not null,
  key_id text not null,
  key text not null,
  sent_at timestamptz not null,
  primary key (space_id, key_id, key)
);
create index sent_request_sent_at on sent_request (sent_at);
