create extension if not exists btree_gist with schema public;

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
  -- The version and the number of its fields; the fields are in form_version.
  fields_version integer not null default 1,
  field_count integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
-- Finds the form of a public page, whose Space is not known. A hash index has no order, so no list of a Space uses it.
create index form_public on form using hash (id);

-- The fields of each version of a form; a submission names the version that it answers.
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
  -- The opening of the public page that it was sent from; one opening makes one submission.
  page_visit text,
  confirmed_at timestamptz,
  -- SHA-256 of the secret in its confirmation link; null until the link is created.
  token_hash bytea,
  token_sent_at timestamptz,
  confirm_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  constraint form_submission_of_form foreign key (space_id, form_id) references form on delete cascade
);
create index form_submission_newest on form_submission (space_id, form_id, id desc);
-- Finds versions without submissions, and counts submissions by status without reading their answers.
create index form_submission_counts on form_submission (space_id, form_id, form_version) include (status, confirm_until, created_at);
create unique index form_submission_visit on form_submission (space_id, form_id, page_visit) where page_visit is not null;
create unique index form_submission_token on form_submission (token_hash) where token_hash is not null;
create index form_submission_unconfirmed on form_submission (confirm_until) where status <> 'confirmed';

create table form_file (
  space_id text not null,
  id text not null,
  form_id text not null,
  field_key text not null,
  -- Null until a submission claims it.
  submission_id text,
  name text not null,
  content_type text not null,
  size integer not null,
  content bytea not null,
  created_at timestamptz not null,
  -- The time of its deletion unless a submission claims it.
  expires_at timestamptz not null,
  primary key (space_id, id),
  constraint form_file_of_form foreign key (space_id, form_id) references form on delete cascade,
  foreign key (space_id, submission_id) references form_submission on delete cascade
);
-- Contents are read whole, and most formats are compressed already.
alter table form_file alter column content set storage external;
create index form_file_submission on form_file (space_id, submission_id);
create index form_file_form on form_file (space_id, form_id);
create index form_file_unused on form_file (expires_at) where submission_id is null;

create table booking_page (
  space_id text not null,
  id text not null,
  name text not null,
  description text,
  booking_type text not null,
  status text not null,
  duration_minutes integer not null,
  slot_interval_minutes integer,
  timezone text not null,
  buffer_minutes integer not null,
  min_notice_hours integer not null,
  max_advance_days integer not null,
  capacity integer not null,
  meeting_location_type text not null,
  meeting_location_value text,
  form_id text,
  availability jsonb not null,
  calendar text not null,
  -- SHA-256 of the secret in the address of its calendar feed.
  feed_hash bytea,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  -- A form that a booking page uses cannot be deleted.
  constraint booking_page_uses_form foreign key (space_id, form_id) references form
);
create index booking_page_form on booking_page (space_id, form_id) where form_id is not null;
create unique index booking_page_feed on booking_page (feed_hash) where feed_hash is not null;
-- Finds a public page, whose Space is not known. A hash index has no order, so no list of a Space uses it.
create index booking_page_public on booking_page using hash (id);

-- A claimed time of a calendar: of one guest, or of the guests of a group.
create table occurrence (
  space_id text not null,
  id text not null,
  calendar text not null,
  booking_page_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  buffer_minutes integer not null,
  -- The claimed time with its buffer after it, and with its buffer before it. Two claims that overlap in neither column
  -- are apart by the longer of their buffers, in either order.
  claimed_after tstzrange not null,
  claimed_before tstzrange not null,
  capacity integer not null,
  taken integer not null,
  -- Made without an availability check; the exclusion constraints ignore it.
  is_forced boolean not null,
  calendar_event_id text,
  primary key (space_id, id),
  foreign key (space_id, booking_page_id) references booking_page on delete cascade,
  check (ends_at > starts_at),
  check (is_forced or taken between 1 and capacity),
  constraint occurrence_after exclude using gist (space_id with =, calendar with =, claimed_after with &&) where (not is_forced),
  constraint occurrence_before exclude using gist (space_id with =, calendar with =, claimed_before with &&) where (not is_forced)
);
create index occurrence_time on occurrence (space_id, calendar, starts_at);
create index occurrence_page on occurrence (space_id, booking_page_id);

create table booking (
  space_id text not null,
  id text not null,
  booking_page_id text not null,
  -- Null when it is cancelled.
  occurrence_id text,
  status text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  guest_name text not null,
  guest_email text not null,
  guest_phone text,
  guest_timezone text,
  contact_id text,
  form_submission_id text,
  answers jsonb not null default '{}',
  notes text,
  location_type text not null,
  location_value text,
  calendar_event_id text,
  is_forced boolean not null default false,
  -- The opening of the public page that it was made on; one opening makes one booking.
  page_visit text,
  sequence integer not null default 0,
  cancelled_at timestamptz,
  cancellation_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, booking_page_id) references booking_page on delete cascade,
  -- Checked at commit: a booking that moves releases its claim before it has the next.
  foreign key (space_id, occurrence_id) references occurrence deferrable initially deferred,
  check ((status = 'confirmed') = (occurrence_id is not null))
);
create index booking_time on booking (space_id, starts_at, id);
create index booking_page_time on booking (space_id, booking_page_id, starts_at);
create unique index booking_visit on booking (space_id, booking_page_id, page_visit) where page_visit is not null;
create index booking_guest on booking (space_id, booking_page_id, lower(guest_email)) where status = 'confirmed';
create index booking_submission on booking (space_id, form_submission_id) where form_submission_id is not null;
create index booking_occurrence on booking (space_id, occurrence_id) where occurrence_id is not null;
create index booking_event on booking (space_id, calendar_event_id) where calendar_event_id is not null;

-- SHA-256 of the secret of each link of a guest, with the purpose of the link.
create table guest_token (
  token_hash bytea primary key,
  purpose text not null,
  space_id text not null,
  booking_id text not null,
  expires_at timestamptz not null,
  foreign key (space_id, booking_id) references booking on delete cascade
);
create index guest_token_booking on guest_token (space_id, booking_id);
create index guest_token_expires on guest_token (expires_at);

create table calendar_event (
  space_id text not null,
  id text not null,
  calendar text not null,
  title text not null,
  description text,
  category text not null,
  location text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  all_day boolean not null,
  timezone text not null,
  is_busy boolean not null,
  status text not null,
  rrule text,
  excluded_dates text[] not null default '{}',
  -- The end of the last occurrence of a recurring event; null when it has no end, and for an event that does not repeat.
  repeats_until timestamptz,
  -- The page whose booking it was made for. Such an event takes no time itself; the claim of the booking does.
  booking_page_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  check (ends_at >= starts_at)
);
create index calendar_event_start on calendar_event (space_id, starts_at, id) where rrule is null;
create index calendar_event_busy on calendar_event using gist (space_id, calendar, tstzrange(starts_at, ends_at))
  where rrule is null and is_busy and booking_page_id is null;
create index calendar_event_recurring on calendar_event (space_id, starts_at) where rrule is not null;
