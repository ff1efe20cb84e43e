-- The member who alone sees a personal view; null for a shared view.
alter table view
  add column owner_id text,
  add check (owner_id is null or not is_default);
create index view_owner on view (space_id, owner_id) where owner_id is not null;
