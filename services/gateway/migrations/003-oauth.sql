-- Clients of OAuth that registered themselves.
create table oauth_client (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- The time of its last tokens; null while it has had none.
  used_at timestamptz
);
create index oauth_client_last_used on oauth_client (coalesce(used_at, created_at));

-- The access that a person gave a client: it stands for a key, within some of its scopes.
create table oauth_grant (
  id text primary key,
  space_id text not null references space on delete cascade,
  key_id text not null references api_key on delete cascade,
  client_id text not null,
  client_name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grant_newest on oauth_grant (key_id, id desc);
create index oauth_grant_end on oauth_grant (least(expires_at, revoked_at));

-- An authorization on its way to a grant: a consent that waits for a person, then a code that waits for its client.
create table oauth_authorization (
  -- SHA-256 of the secret in the consent page, then of the code.
  hash bytea primary key,
  kind text not null check (kind in ('consent', 'code')),
  space_id text not null references space on delete cascade,
  key_id text not null references api_key on delete cascade,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  state text,
  code_challenge text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The exchange of the code, also a refused one.
  used_at timestamptz,
  grant_id text references oauth_grant on delete cascade
);
create index oauth_authorization_key on oauth_authorization (key_id, created_at desc);
create index oauth_authorization_end on oauth_authorization (expires_at);

create table oauth_token (
  id bigint generated always as identity,
  -- SHA-256 of the token; the token itself is not stored.
  hash bytea primary key,
  kind text not null check (kind in ('access', 'refresh')),
  grant_id text not null references oauth_grant on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The exchange of a refresh token: a second one ends the grant.
  used_at timestamptz
);
create index oauth_token_newest on oauth_token (grant_id, kind, id desc);
create index oauth_token_end on oauth_token (expires_at);

-- The client that a call came from; null for a call with the key itself.
alter table activity add column grant_id text, add column client_name text;
