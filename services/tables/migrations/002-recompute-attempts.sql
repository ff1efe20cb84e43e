-- A job is claimed by a lease, so that a process that dies in a batch leaves its attempt counted.
alter table recompute_job
  -- Batches in a row that did not end: stopped at their limit of time, or begun by a process that died.
  add column attempts integer not null default 0,
  -- No process claims the job before this time.
  add column claimed_until timestamptz,
  -- Rows of the next batch, from the time that the last one took; null before the first.
  add column batch_rows integer,
  -- True if cached schemas are read again when its columns become pending, and when they are done.
  add column refreshes_schema boolean not null default false;
create index recompute_job_space on recompute_job (space_id, id);
