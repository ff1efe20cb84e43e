-- The versions of rows after seq, up to this one, are those of the change before which the snapshot was taken. Null if there is none.
alter table snapshot add column change_seq bigint;
