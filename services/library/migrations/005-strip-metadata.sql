-- True for an upload whose picture is stored without its metadata.
alter table asset_upload add column strip_metadata boolean not null default false;
