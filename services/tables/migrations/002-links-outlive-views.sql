-- A restore may take a view away and bring it back: its links show nothing meanwhile, and are deleted only with the view by a caller.
alter table share_link drop constraint share_link_space_id_view_id_fkey;
alter table share_link add foreign key (space_id, table_id) references user_table on delete cascade;
