-- A used token stays until it expires: it is taken again for the same call with the same idempotency key.
alter table approval add column uses integer not null default 0;
create index approval_end on approval (expires_at);
