-- Changes of many contacts that can be reverted for some days.
create table bulk_change (
  space_id text not null,
  id text not null,
  -- Contacts that it changed, without those that were reverted.
  contact_count integer not null,
  created_at timestamptz not null,
  primary key (space_id, id)
);
create index bulk_change_created_at on bulk_change (created_at);

-- A contact of a change. It is deleted with the contact, and with it the former values.
create table bulk_change_contact (
  space_id text not null,
  change_id text not null,
  contact_id text not null,
  -- The version after the change: a contact with another version was changed since.
  version integer not null,
  -- The version before the change; null if the change created the contact.
  version_before integer,
  -- The former values of the changed fields; null if the change created the contact.
  fields jsonb,
  -- Ids of the tags that the change added and removed.
  added_tags jsonb not null,
  removed_tags jsonb not null,
  primary key (space_id, change_id, contact_id),
  foreign key (space_id, change_id) references bulk_change on delete cascade,
  foreign key (space_id, contact_id) references contact on delete cascade
);
create index bulk_change_contact_contact on bulk_change_contact (space_id, contact_id);
