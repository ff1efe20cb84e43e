create extension if not exists btree_gist with schema public;

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
-- A visitor knows the id of a page and not its Space. A hash cannot be walked in order, so no list is ever read by it.
create index booking_page_public on booking_page using hash (id);

-- A time of a calendar that somebody has claimed: of one guest, or of as many as a group holds.
create table occurrence (
  space_id text not null,
  id text not null,
  calendar text not null,
  booking_page_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  buffer_minutes integer not null,
  -- The claim reaches over its buffer once after it and once before it: two claims that keep clear of each other in both
  -- ways are apart by the longer of their two buffers, whichever comes first.
  claimed_after tstzrange not null,
  claimed_before tstzrange not null,
  capacity integer not null,
  taken integer not null,
  -- Put there without asking whether the time is free; others are not kept out of it by the database.
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
  -- Null once it is cancelled: it claims nothing any more.
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
  -- The opening of the public page that it was made on: one opening books once.
  page_visit text,
  sequence integer not null default 0,
  cancelled_at timestamptz,
  cancellation_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, booking_page_id) references booking_page on delete cascade,
  -- Judged when the transaction ends: a booking that moves gives up its claim before it has the next.
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

-- What the links of a guest are found by: SHA-256 of a secret for each purpose.
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
