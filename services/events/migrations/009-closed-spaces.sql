-- Spaces that are being deleted: nothing of them is delivered or run until an owner takes the deletion back.
create table closed_space (
  space_id text primary key
);
