-- A blog without a language has that of its Space. Blogs that exist have one.
alter table blog_collection alter column language drop not null;
