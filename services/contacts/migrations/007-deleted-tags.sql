-- Tags that were deleted and can be restored for some days, each with the ids of the contacts that had it. It has no reference to
-- the contacts: the deletion of a tag would wait for locked contacts, whose calls wait for the tag.
create table deleted_tag (
  space_id text not null,
  id text not null,
  name text not null,
  contact_ids text[] not null,
  created_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (space_id, id)
);
create index deleted_tag_deleted_at on deleted_tag (deleted_at);
