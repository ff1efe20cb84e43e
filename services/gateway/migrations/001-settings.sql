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
  -- Set when the key is an agent's own; the agent is of the same Space.
  agent_id text,
  name text not null,
  -- SHA-256 of the key; the key itself is kept nowhere.
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
