-- The names of a contact's tags are read from the tags, so that renaming a tag is one row. A later release drops the column.
comment on column contact.tags is 'Not used any more: read contact_tag and tag.';
