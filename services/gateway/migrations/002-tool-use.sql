-- When a key last called a tool: what the Everyday mode lists beside its core (spec, Limits: 30 days).
create table tool_use (
  key_id text not null references api_key,
  tool text not null,
  last_called_at timestamptz not null,
  primary key (key_id, tool)
);
