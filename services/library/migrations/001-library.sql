-- The tables of the service library. Each primary key begins with the id of the Space.

create extension if not exists pg_trgm with schema public;

create table folder (
  space_id text not null,
  id text not null,
  name text not null,
  parent_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  trashed_at timestamptz,
  -- The deletion that it belongs to: the id of the deleted folder.
  trashed_with text,
  primary key (space_id, id),
  foreign key (space_id, parent_id) references folder on delete cascade
);
create unique index folder_name on folder (space_id, coalesce(parent_id, ''), lower(name)) where trashed_at is null;
create index folder_parent on folder (space_id, parent_id);
create index folder_trashed on folder (trashed_at) where trashed_at is not null;
create index folder_trashed_with on folder (space_id, trashed_with) where trashed_with is not null;

-- The folders from a folder up to the first one, itself at level 1.
create function folders_above(in_space text, folder_id text) returns table (id text, name text, level integer)
language sql stable parallel safe as $$
  with recursive up as (
    select f.id, f.name, f.parent_id, 1 as level from library.folder as f where f.space_id = in_space and f.id = folder_id
    union all
    select f.id, f.name, f.parent_id, up.level + 1 from up join library.folder as f on f.space_id = in_space and f.id = up.parent_id
    where up.level < 100
  )
  select up.id, up.name, up.level from up
$$;

-- The names from the first folder to this one, with / between them.
create function folder_path(in_space text, folder_id text) returns text language sql stable parallel safe as $$
  select string_agg(a.name, '/' order by a.level desc) from library.folders_above(in_space, folder_id) as a
$$;

-- The different files of a Space. A row is there before its object, and goes after it.
create table asset_object (
  space_id text not null,
  sha256 text not null,
  -- Another one when the row was deleted meanwhile.
  number bigint generated always as identity,
  size bigint not null,
  -- True when the object is in the store; before that no version may have it.
  is_stored boolean not null,
  -- The time at which it leaves the store; null while a version has it.
  remove_at timestamptz,
  primary key (space_id, sha256)
);
create index asset_object_removal on asset_object (remove_at) where remove_at is not null;

-- The assets of a Space with those in the trash, and the bytes of its objects that a version has. Each change of it waits for the others.
create table asset_usage (
  space_id text not null,
  assets integer not null default 0,
  bytes bigint not null default 0,
  primary key (space_id)
);

create table asset (
  space_id text not null,
  id text not null,
  folder_id text,
  name text not null,
  -- The name as it stands in an address.
  url_name text not null,
  kind text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  -- The number of its file.
  file_version integer not null default 1,
  origin text not null,
  alt_text text,
  description text,
  tags text[] not null,
  focal_point jsonb,
  is_public boolean not null default false,
  links_version integer not null default 0,
  created_by jsonb not null,
  trashed_at timestamptz,
  -- The deletion that it belongs to: its own id, or that of the folder that was deleted.
  trashed_with text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, folder_id) references folder
);
create index asset_folder on asset (space_id, folder_id, id);
create index asset_name on asset (space_id, lower(name), id) where trashed_at is null;
create index asset_size on asset (space_id, size, id) where trashed_at is null;
create index asset_updated on asset (space_id, updated_at, id);
create index asset_created on asset (space_id, created_at, id);
create index asset_origin on asset (space_id, origin, id) where trashed_at is null;
create index asset_content_type on asset (space_id, content_type, id) where trashed_at is null;
create index asset_kind on asset (space_id, kind, id) where trashed_at is null;
create index asset_tags on asset using gin (tags);
create index asset_trashed on asset (trashed_at) where trashed_at is not null;
create index asset_trashed_with on asset (space_id, trashed_with) where trashed_with is not null;
create index asset_search on asset using gin ((lower(name || E'\n' || coalesce(alt_text, ''))) public.gin_trgm_ops);
-- Visitors name an asset without its Space.
create index asset_by_id on asset (id);

create table asset_version (
  space_id text not null,
  asset_id text not null,
  version integer not null,
  name text not null,
  kind text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, asset_id, version),
  foreign key (space_id, asset_id) references asset on delete cascade,
  foreign key (space_id, sha256) references asset_object
);
create index asset_version_object on asset_version (space_id, sha256);

-- The places that show an asset, as the services that have them say.
create table asset_use (
  space_id text not null,
  asset_id text not null,
  kind text not null,
  thing_id text not null,
  place text not null,
  name text not null,
  path text not null,
  is_public boolean not null,
  created_at timestamptz not null,
  primary key (space_id, asset_id, kind, thing_id, place),
  foreign key (space_id, asset_id) references asset on delete cascade
);
create index asset_use_thing on asset_use (space_id, kind, thing_id);

create table asset_upload (
  space_id text not null,
  id text not null,
  -- The SHA-256 of the token in its address, in hex.
  token_hash text not null,
  status text not null check (status in ('waiting', 'receiving', 'checking', 'ready', 'rejected', 'cancelled', 'expired')),
  reason text,
  name text not null,
  size bigint not null,
  -- The bytes that have arrived, as the gateway recorded them last.
  received bigint not null default 0,
  content_type text,
  -- The SHA-256 that the bytes must have, and that they have.
  sha256 text,
  found_sha256 text,
  folder_id text,
  alt_text text,
  replaces text,
  asset_id text,
  -- The upload in the object store; null before the first byte.
  stored jsonb,
  -- The request that has the lease, the end of the lease, and true if another one has asked for it.
  holder text,
  lease_ends_at timestamptz,
  is_wanted boolean not null default false,
  -- The time from which the next process may check it.
  check_at timestamptz,
  -- True while its bytes must be removed from the object store.
  has_remains boolean not null default false,
  created_by jsonb not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create unique index asset_upload_token on asset_upload (token_hash);
create index asset_upload_created on asset_upload (space_id, created_at, id);
create index asset_upload_open on asset_upload (space_id) where status in ('waiting', 'receiving', 'checking');
create index asset_upload_expiry on asset_upload (expires_at) where status in ('waiting', 'receiving');
create index asset_upload_check on asset_upload (check_at) where status = 'checking';
create index asset_upload_remains on asset_upload (ended_at) where has_remains;
create index asset_upload_ended on asset_upload (ended_at) where ended_at is not null;
