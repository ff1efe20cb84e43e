-- Something that hears events. The secret is sealed (SPACE_SECRET_KEY).
create table listener (
  id text primary key,
  space_id text not null,
  kind text not null,
  name text not null,
  url text not null,
  event_types text[] not null,
  filters jsonb not null default '{}',
  enabled boolean not null default true,
  disabled_reason text,
  disabled_at timestamptz,
  secret bytea not null,
  -- Deliveries that died in a row.
  dead_run integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index listener_newest on listener (space_id, id desc);
