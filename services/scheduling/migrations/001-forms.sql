create table form (
  space_id text not null,
  id text not null,
  name text not null,
  description text,
  status text not null check (status in ('draft', 'active', 'paused', 'archived')),
  template text,
  success_message text,
  redirect_url text,
  double_opt_in boolean not null default false,
  quiz jsonb,
  -- The version of its fields, and how many they are; the fields themselves are in form_version.
  fields_version integer not null default 1,
  field_count integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
-- A public page is found by its form alone. A hash cannot be walked in order, so no list of one Space is ever read by it.
create index form_page on form using hash (id);

-- The fields of a form as they were from one change of them to the next; answers name the version they were given under.
create table form_version (
  space_id text not null,
  form_id text not null,
  version integer not null,
  fields jsonb not null,
  created_at timestamptz not null,
  primary key (space_id, form_id, version),
  foreign key (space_id, form_id) references form on delete cascade
);

create table form_submission (
  space_id text not null,
  id text not null,
  form_id text not null,
  form_version integer not null,
  status text not null check (status in ('pending_confirmation', 'confirmed', 'expired')),
  data jsonb not null,
  contact_id text,
  source text not null check (source in ('api', 'page', 'booking')),
  quiz jsonb,
  -- The page that was sent, once: pressed twice or loaded again it makes nothing new.
  page_visit text,
  confirmed_at timestamptz,
  -- Of the link that confirms it only a hash is kept.
  token_hash bytea,
  token_sent_at timestamptz,
  confirm_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint form_submission_of_form foreign key (space_id, form_id) references form on delete cascade
);
create index form_submission_newest on form_submission (space_id, form_id, id desc);
create unique index form_submission_visit on form_submission (space_id, form_id, page_visit) where page_visit is not null;
create unique index form_submission_token on form_submission (token_hash) where token_hash is not null;
create index form_submission_waiting on form_submission (confirm_until) where status <> 'confirmed';

create table form_file (
  space_id text not null,
  id text not null,
  form_id text not null,
  field_key text not null,
  -- Null until a submission names it.
  submission_id text,
  name text not null,
  content_type text not null,
  size integer not null,
  content bytea not null,
  created_at timestamptz not null,
  -- When it is forgotten unless a submission names it.
  waits_until timestamptz not null,
  primary key (space_id, id),
  constraint form_file_of_form foreign key (space_id, form_id) references form on delete cascade,
  foreign key (space_id, submission_id) references form_submission on delete cascade
);
-- What is in a file is read whole and does not shrink.
alter table form_file alter column content set storage external;
create index form_file_submission on form_file (space_id, submission_id);
create index form_file_form on form_file (space_id, form_id);
create index form_file_unused on form_file (waits_until) where submission_id is null;
