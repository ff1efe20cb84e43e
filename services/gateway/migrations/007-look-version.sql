-- Each change of the look is a version, for ETag and If-Match. A Space without a row has version 0.
alter table space_look add column version integer not null default 1;
