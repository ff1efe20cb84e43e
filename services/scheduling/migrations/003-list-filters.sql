-- Bookings and submissions of one person.
create index booking_email on booking (space_id, lower(guest_email), starts_at, id);
create index booking_contact on booking (space_id, contact_id, starts_at, id) where contact_id is not null;
create index form_submission_contact on form_submission (space_id, form_id, contact_id, id) where contact_id is not null;
