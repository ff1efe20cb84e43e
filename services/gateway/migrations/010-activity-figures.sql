-- Calls by hour, key, actor, operation and outcome. The statement that stores lines of the activity log counts them here.
create table activity_figure (
  space_id text not null,
  -- The start of the hour in which the calls were made, in UTC.
  hour_at timestamptz not null,
  key_id text not null,
  actor_kind text not null,
  actor_id text not null,
  -- Empty for a tool that is not an operation.
  operation text not null,
  outcome text not null,
  calls integer not null,
  -- The durations of the calls together.
  duration_ms double precision not null,
  primary key (space_id, hour_at, key_id, actor_kind, actor_id, operation, outcome)
) with (fillfactor = 50);
create index activity_figure_hour_at on activity_figure using brin (hour_at);
