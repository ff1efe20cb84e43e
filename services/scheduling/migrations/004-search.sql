-- Finds bookings and events of the calendar by words.
create extension if not exists pg_trgm with schema public;
create index booking_search on booking using gin ((lower(guest_name || E'\n' || guest_email)) public.gin_trgm_ops);
create index calendar_event_search on calendar_event using gin ((lower(title)) public.gin_trgm_ops) where booking_page_id is null;
