-- The address that a page is to have when its time comes is nobody else's until then.
create index page_publish_slug on page (publish_slug) where publish_slug is not null;

-- Whether it was ever published: what was and is deleted is gone, what was not was never there.
alter table post add column was_published boolean not null default false;
update post set was_published = true
where status = 'published' or exists (select from post_address as a where a.post_id = post.id);

-- Posts that were published and then deleted, whoever has their addresses now.
create table post_gone (
  space_id text not null,
  post_id text not null,
  primary key (space_id, post_id)
);
create unique index post_gone_id on post_gone (post_id);
insert into post_gone (space_id, post_id) select distinct space_id, post_id from post_address where gone;
