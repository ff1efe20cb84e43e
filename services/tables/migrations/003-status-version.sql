-- Changes when columns become pending or are ready again. Readers check it; writers do not.
alter table user_table add column status_version integer not null default 1;
create index user_column_pending on user_column (space_id) where status = 'pending';
