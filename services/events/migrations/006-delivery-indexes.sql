-- What became of one event: at most a row for each webhook of its Space. Ids of events grow with time, so rows come in
-- at the end of the index, side by side, rather than in as many places as there are webhooks.
create index delivery_of_one_event on delivery (event_id);
drop index delivery_of_event;

-- What waits, by webhook; and what some process has in hand, by when its lease ends. Nearly every delivery is in hand
-- from the moment it is written until it is done: it never enters the first, and only the end of the second.
create index delivery_waiting on delivery (lane, listener_id, next_attempt_at) where next_attempt_at is not null and lease is null;
create index delivery_leased on delivery (next_attempt_at) where lease is not null;
drop index delivery_due;
