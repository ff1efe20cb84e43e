-- Finds deliveries of all webhooks of a Space by status and time: one ordered scan for each webhook and status.
create index delivery_by_status on delivery (listener_id, status, created_at, id);
