-- Attempts of each webhook by hour, outcome and duration. The statements that store attempts count them here.
create table delivery_figure (
  space_id text not null,
  listener_id text not null,
  -- The start of the hour in which the attempts were stored, in UTC.
  hour_at timestamptz not null,
  -- `succeeded`, or the error of the attempts.
  outcome text not null,
  -- Durations up to 2 ^ (bucket / 4) milliseconds that are not in the bucket before.
  bucket smallint not null,
  attempts integer not null,
  primary key (space_id, listener_id, hour_at, outcome, bucket)
) with (fillfactor = 50);
create index delivery_figure_hour_at on delivery_figure using brin (hour_at);
