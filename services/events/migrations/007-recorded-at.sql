-- When a listener or an automation was written down, by the clock of Postgres: processes whose own clocks differ agree on
-- what happened before it.
alter table listener add column recorded_at timestamptz;
update listener set recorded_at = created_at;
alter table listener alter column recorded_at set default clock_timestamp(), alter column recorded_at set not null;
alter table automation add column recorded_at timestamptz;
update automation set recorded_at = created_at;
alter table automation alter column recorded_at set default clock_timestamp(), alter column recorded_at set not null;
