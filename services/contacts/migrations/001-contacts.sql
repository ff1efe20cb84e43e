create extension if not exists pg_trgm with schema public;

create table contact (
  space_id text not null,
  id text not null,
  name text not null,
  email text not null,
  phone text,
  company text,
  line_of_work text,
  location text,
  bio text,
  custom_fields jsonb not null default '{}',
  -- Sorted names of its tags: a copy for reads, written in the transaction that changes contact_tag.
  tags text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The Space comes first and id alone has no index, so a list of one Space never scans the rows of another.
  primary key (space_id, id)
);
create unique index contact_email on contact (space_id, lower(email));
create index contact_search on contact using gin ((lower(name || E'\n' || email || E'\n' || coalesce(company, ''))) public.gin_trgm_ops);

create table tag (
  id text primary key,
  space_id text not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index tag_name on tag (space_id, lower(name));

create table contact_tag (
  space_id text not null,
  contact_id text not null,
  tag_id text not null references tag on delete cascade,
  primary key (space_id, contact_id, tag_id),
  foreign key (space_id, contact_id) references contact on delete cascade
);
create index contact_tag_tag on contact_tag (tag_id);

create table audience (
  id text primary key,
  space_id text not null,
  name text not null,
  description text,
  -- Null for a fixed list, whose contacts are in audience_contact.
  condition jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index audience_name on audience (space_id, lower(name));
create index audience_newest on audience (space_id, id desc);

create table audience_contact (
  audience_id text not null references audience on delete cascade,
  space_id text not null,
  contact_id text not null,
  primary key (audience_id, contact_id),
  foreign key (space_id, contact_id) references contact on delete cascade
);
create index audience_contact_contact on audience_contact (space_id, contact_id);
