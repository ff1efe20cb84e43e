-- A post that was published, taken down and published again has the time of its first publication.
-- For posts that exist that is the last publication, which is the only one they know.
alter table post add column first_published_at timestamptz;
update post set first_published_at = published_at where published_at is not null;
