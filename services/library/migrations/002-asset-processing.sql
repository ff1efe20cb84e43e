-- The work on the different files of a Space, which the service media does. Assets with the same bytes share it.
create table asset_processing (
  space_id text not null,
  sha256 text not null,
  work text not null,
  content_type text not null,
  size bigint not null,
  status text not null check (status in ('pending', 'done', 'failed')),
  -- Claims so far: a process that is killed by a file claims it no third time.
  attempts integer not null default 0,
  -- The time from which a process may claim it; null when it has ended.
  due_at timestamptz,
  -- The reason of a failure.
  reason text,
  -- A picture as it is seen, after its orientation.
  width integer,
  height integer,
  -- A data URL of a few pixels.
  placeholder text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (space_id, sha256, work),
  foreign key (space_id, sha256) references asset_object on delete cascade
);
create index asset_processing_due on asset_processing (due_at) where status = 'pending';

-- The sizes and forms of pictures that were asked for. Their objects leave the store before these rows.
create table asset_variant (
  space_id text not null,
  sha256 text not null,
  -- The last part of the key of its object, such as 640-original.webp.
  name text not null,
  status text not null check (status in ('making', 'stored', 'failed')),
  attempts integer not null default 1,
  -- The end of the time in which a process makes it.
  lease_ends_at timestamptz,
  content_type text not null,
  size bigint,
  -- The SHA-256 of its bytes.
  etag text,
  -- The last day on which it was read.
  read_at timestamptz not null,
  created_at timestamptz not null,
  primary key (space_id, sha256, name),
  foreign key (space_id, sha256) references asset_object on delete cascade
);
create index asset_variant_read on asset_variant (read_at);

-- Pictures that are there already.
insert into asset_processing (space_id, sha256, work, content_type, size, status, due_at, created_at)
select distinct on (v.space_id, v.sha256) v.space_id, v.sha256, 'picture', v.content_type, v.size, 'pending', now(), now()
from asset_version as v
where v.content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif') and v.size <= 67108864;
