-- The zone of dates without a zone of their own.
alter table space add column timezone text not null default 'UTC';
