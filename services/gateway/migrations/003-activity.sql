-- One line for each call with a key, and for each action of an automation.
create table activity (
  id bigint generated always as identity,
  space_id text not null,
  at timestamptz not null,
  via text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  key_id text not null,
  operation text not null,
  reads boolean not null,
  tool text,
  things text[] not null,
  outcome text not null,
  dry_run boolean not null,
  duration_ms real not null,
  request_id text not null,
  primary key (space_id, id)
);
create index activity_at on activity using brin (at);
