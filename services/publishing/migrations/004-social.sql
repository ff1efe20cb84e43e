-- Accounts of social networks that an operator connected.
create table social_account (
  space_id text not null,
  id text not null,
  platform text not null,
  server text not null,
  -- Who it is on its network: an account id, a DID.
  remote_id text not null,
  handle text not null,
  display_name text not null,
  url text not null,
  status text not null,
  max_characters integer not null,
  max_media integer not null,
  -- An access token or an app password, sealed; and what the network gave for it and takes instead, sealed.
  sealed_secret bytea not null,
  sealed_session bytea,
  last_published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create unique index social_account_remote on social_account (space_id, platform, server, remote_id);

create table social_planner (
  space_id text not null,
  id text not null,
  name text not null,
  timezone text not null,
  slots jsonb not null,
  account_ids text[] not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);

create table social_post (
  space_id text not null,
  id text not null,
  text text not null,
  media jsonb not null,
  account_ids text[] not null,
  language text,
  content_warning text,
  planner_id text,
  state text not null,
  scheduled_at timestamptz,
  published_at timestamptz,
  -- On whose behalf it goes out.
  published_by jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create index social_post_planner on social_post (space_id, planner_id, scheduled_at) where state = 'scheduled';

-- How far a post went on one account.
create table social_record (
  space_id text not null,
  post_id text not null,
  account_id text not null,
  handle text not null,
  platform text not null,
  state text not null,
  -- What makes the network take it once, however often it is handed over.
  network_key text not null,
  attempts integer not null default 0,
  tried boolean not null default false,
  -- Since when the network may have it without our knowing.
  in_doubt_since timestamptz,
  -- When it is tried next; while it is tried, when somebody else may.
  next_attempt_at timestamptz,
  lease text,
  published_at timestamptz,
  remote_id text,
  url text,
  error text,
  error_message text,
  likes integer not null default 0,
  reposts integer not null default 0,
  replies integer not null default 0,
  measured_at timestamptz,
  next_measure_at timestamptz,
  primary key (space_id, post_id, account_id),
  foreign key (space_id, post_id) references social_post on delete cascade
);
create index social_record_due on social_record (next_attempt_at) where state in ('scheduled', 'publishing');
create index social_record_measure on social_record (next_measure_at) where next_measure_at is not null;
create index social_record_published on social_record (space_id, published_at desc, post_id desc, account_id desc) where state = 'published';
