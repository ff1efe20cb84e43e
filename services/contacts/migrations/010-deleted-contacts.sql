-- Contacts that were deleted and can be restored for some days, by the change that deleted them.
create table deleted_contact (
  space_id text not null,
  change_id text not null,
  id text not null,
  name text not null,
  email text not null,
  phone text,
  company text,
  line_of_work text,
  location text,
  bio text,
  custom_fields jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  tag_ids text[] not null,
  -- The fixed audiences that it was in.
  audience_ids text[] not null,
  -- The contacts that were merged into it: the id, email and created_at of each contact_alias.
  aliases jsonb not null,
  primary key (space_id, change_id, id),
  foreign key (space_id, change_id) references bulk_change on delete cascade
);
create index deleted_contact_id on deleted_contact (space_id, id);

-- True for the deletion of one contact by a call of its own: a Space can have any number of these.
alter table bulk_change add column is_single boolean not null default false;
create index bulk_change_many on bulk_change (space_id, id) where not is_single;

-- Former values of a deleted contact are of use when it is restored. The service deletes those of a contact that is gone for good.
alter table bulk_change_contact drop constraint bulk_change_contact_space_id_contact_id_fkey;
