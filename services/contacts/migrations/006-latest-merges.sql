-- The latest merges of a Space, by which rows are grouped by people.
create index contact_alias_created_at on contact_alias (space_id, created_at desc, id);
