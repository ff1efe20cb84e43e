-- Tags of posts. tag_keys are what the index finds: each tag in lower case, preceded by the Space. text_words counts the words of
-- the text; it belongs to the texts of 002 and is computed with them.
alter table post
  add column tags text[] not null default '{}',
  add column tag_keys text[] not null default '{}',
  add column text_words integer not null default 0;
create index post_tag_keys on post using gin (tag_keys);
