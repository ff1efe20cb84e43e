create table integration (
  space_id text not null,
  id text not null,
  kind text not null,
  provider text not null,
  name text not null,
  account_label text,
  mode text,
  scopes text[] not null,
  capabilities text[] not null,
  connected_at timestamptz not null,
  last_used_at timestamptz,
  next_check_at timestamptz,
  expires_at timestamptz,
  -- As on the wire; null for a connection without webhooks.
  inbound jsonb,
  status text not null,
  action_needed text,
  last_checked_at timestamptz,
  last_ok_at timestamptz,
  -- As on the wire: code, message, failed_at.
  last_error jsonb,
  failures_in_a_row integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create index integration_unchecked on integration (last_checked_at) where status = 'connected';
create index integration_disconnected on integration (updated_at) where status = 'disconnected';

create table integration_check (
  space_id text not null,
  integration_id text not null,
  checked_at timestamptz not null,
  error_code text,
  error_message text,
  duration_ms integer not null,
  primary key (space_id, integration_id, checked_at),
  foreign key (space_id, integration_id) references integration (space_id, id) on delete cascade
);
