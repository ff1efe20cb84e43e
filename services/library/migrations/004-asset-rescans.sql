-- The thing that contains the one that shows the asset, such as the table of a row; empty for none.
alter table asset_use add column container_id text not null default '';
create index asset_use_container on asset_use (space_id, container_id) where container_id <> '';

-- Things whose uses of assets must be read again from their service. An event about a thing makes a row, and the answer of the service ends it.
create sequence asset_rescan_number;

create table asset_rescan (
  space_id text not null,
  service text not null,
  -- The kind and the id of one thing; empty for all things of the service, or of the container.
  kind text not null,
  thing_id text not null,
  -- The thing that contains them, such as the table of a row; empty for none.
  container_id text not null,
  -- Another one with each event: an answer ends the row only if no event came meanwhile.
  number bigint not null default nextval('library.asset_rescan_number'),
  -- True for a comparison of all things, which stores nothing itself.
  is_comparison boolean not null default false,
  -- True for a thing in which a comparison has found a difference that no event has explained so far.
  is_difference boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (space_id, service, kind, thing_id, container_id, is_comparison)
);
create index asset_rescan_due on asset_rescan (due_at);

-- One process at a time reads the uses of a Space: it has the lease until it ends.
create table asset_rescan_lease (
  space_id text not null,
  number bigint not null,
  ends_at timestamptz not null,
  primary key (space_id)
);

-- The time at which all uses of a Space were compared last.
create table asset_use_comparison (
  space_id text not null,
  compared_at timestamptz not null,
  primary key (space_id)
);

-- Events that the consumer group could not handle, for an operator.
create table dead_letter (
  id bigint generated always as identity primary key,
  consumer text not null,
  event_id text,
  payload bytea not null,
  reason text not null,
  created_at timestamptz not null default now()
);
