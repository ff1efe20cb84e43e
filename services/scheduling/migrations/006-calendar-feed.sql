-- The feed of the whole calendar of a Space.
create table calendar_feed (
  space_id text primary key,
  -- SHA-256 of the secret in its address.
  feed_hash bytea not null,
  created_at timestamptz not null
);
create unique index calendar_feed_hash on calendar_feed (feed_hash);
