-- Lists by time, by name and by tag are read in the order of an index.
create index contact_created on contact (space_id, created_at, id);
create index contact_updated on contact (space_id, updated_at, id);
create index contact_name on contact (space_id, lower(name), id);

create index contact_tag_newest on contact_tag (tag_id, contact_id);
drop index contact_tag_tag;
