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
  -- When the last of a recurring event is over; null when it has no end, and for one that does not repeat.
  repeats_until timestamptz,
  -- The page whose booking it was made for. It is not busy by itself: the claim of the booking is.
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
