-- A person of the installation. A person is a member of Spaces; what they may do is in the member.
create table person (
  id text primary key,
  name text not null,
  email text not null,
  -- The PHC string of argon2id; null for a person who signs in by other means only.
  password_hash text,
  timezone text,
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
  shortcuts boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index person_email on person (lower(email));

create table member (
  id text primary key,
  space_id text not null references space,
  person_id text not null references person,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  may_run boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (space_id, person_id)
);
create index member_of_person on member (person_id);

-- A link that makes a person a member. A setup link is one that the installation itself made: its first person may use it.
create table invitation (
  id text primary key,
  space_id text not null references space,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  may_run boolean not null,
  email text,
  is_setup boolean not null default false,
  -- SHA-256 of the secret in the link; the secret is not stored.
  hash bytea not null unique,
  -- The member who made it; null for the operator and the installation.
  created_by text,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index invitation_newest on invitation (space_id, id desc);

-- A sign-in in one browser. A session that ended is deleted.
create table session (
  id text primary key,
  person_id text not null references person,
  -- SHA-256 of the secret in the cookie; the secret is not stored.
  hash bytea not null unique,
  user_agent text not null,
  -- The last time that the person gave a password or a passkey.
  confirmed_at timestamptz not null,
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null
);
create index session_of_person on session (person_id, last_used_at);
create index session_end on session (ends_at);

-- A passkey. It signs in a person without a password, and its public key is no secret.
create table passkey (
  id text primary key,
  person_id text not null references person,
  name text not null,
  -- The id that the authenticator gave it, in base64url.
  credential_id text not null,
  public_key bytea not null,
  -- The number of its uses, as the authenticator counts them; 0 for one that does not count.
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint passkey_credential unique (credential_id)
);
create index passkey_of_person on passkey (person_id, id);

-- A challenge that was answered. The challenge itself is sealed, so only answered ones are stored, until they would expire.
create table answered_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index answered_challenge_end on answered_challenge (expires_at);

-- The account of a person at an identity provider. The email is what the provider called it last; it decides nothing.
create table identity (
  id text primary key,
  person_id text not null references person,
  issuer text not null,
  subject text not null,
  email text,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identity_subject unique (issuer, subject)
);
create index identity_of_person on identity (person_id, id);

-- The member who made the key; null for the operator.
alter table api_key add column created_by text;
