-- Lists of tags by creation are read in the order of an index.
create index tag_created on tag (space_id, id);
