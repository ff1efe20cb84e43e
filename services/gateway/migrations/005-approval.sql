-- The calls over MCP that a person must approve first, by the hints of their tools.
alter table api_key
  add column approval text not null default 'none' check (approval in ('none', 'destructive', 'writes'));

-- A call that waits for its approval; the row is deleted when the token is used.
create table approval (
  space_id text not null,
  -- SHA-256 of the token; the token itself is not stored.
  token_hash bytea not null,
  key_id text not null references api_key,
  -- SHA-256 of the tools and arguments of the call.
  call_hash bytea not null,
  expires_at timestamptz not null,
  primary key (space_id, token_hash)
);
create index approval_of_key on approval (space_id, key_id, expires_at);
