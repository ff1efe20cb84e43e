create table space (
  id text primary key,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table agent (
  id text primary key,
  space_id text not null references space,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, space_id)
);
create index agent_newest on agent (space_id, id desc);

create table api_key (
  id text primary key,
  space_id text not null references space,
  -- Set for an agent's own key; the agent is of the same Space.
  agent_id text,
  name text not null,
  -- SHA-256 of the key; the key itself is not stored.
  hash bytea not null unique,
  hint text not null,
  scopes text[] not null,
  catalog_mode text not null check (catalog_mode in ('every', 'everyday')),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (agent_id, space_id) references agent (id, space_id)
);
create index api_key_newest on api_key (space_id, id desc);

-- The last call of each tool by a key: Everyday mode lists the tools of the last 30 days.
create table tool_use (
  key_id text not null references api_key,
  tool text not null,
  last_called_at timestamptz not null,
  primary key (key_id, tool)
);

-- One line for each call with a key, and for each action of an automation.
create table activity (
  id bigint generated always as identity,
  space_id text not null,
  at timestamptz not null,
  channel text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  key_id text not null,
  -- Null for a tool that is not an operation.
  operation text,
  is_read_only boolean not null,
  tool text,
  resource_ids text[] not null,
  outcome text not null,
  dry_run boolean not null,
  duration_ms real not null,
  request_id text not null,
  primary key (space_id, id)
);
create index activity_at on activity using brin (at);
