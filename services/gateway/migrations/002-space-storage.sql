-- The storage of each Space: as measured now and then, and the growth since.
create table space_storage (
  space_id text primary key,
  bytes bigint not null default 0,
  rows bigint not null default 0,
  files bigint not null default 0,
  measured_at timestamptz,
  -- At most what calls have added since the measurement began.
  grown_bytes bigint not null default 0,
  grown_rows bigint not null default 0,
  grown_files bigint not null default 0,
  -- Counts the changes, so that one that commits during a measurement is noticed.
  changes bigint not null default 0,
  -- The time of the next measurement; null when nothing has changed.
  due_at timestamptz,
  -- No measurement begins earlier: measuring takes a bounded share of the time.
  earliest_at timestamptz,
  -- The limits of this Space; null for those of the installation, 0 for none.
  max_bytes bigint,
  max_rows bigint,
  max_files bigint
);
create index space_storage_due on space_storage (due_at) where due_at is not null;
