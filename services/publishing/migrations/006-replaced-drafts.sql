-- The content that a change replaced is stored as a version, also if it was never published. draft is true until its first publication.
alter table page_version add column draft boolean not null default false;
