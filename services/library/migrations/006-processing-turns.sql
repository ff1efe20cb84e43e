-- Spaces take turns in the works on files: the one whose last turn is longest ago is next.
create sequence asset_processing_turn_number;

create table asset_processing_turn (
  space_id text not null,
  -- The number of the last claim of a work of the Space.
  turn bigint not null,
  primary key (space_id)
);

-- The Spaces with works that are due, and the works of each that are due longest.
drop index asset_processing_due;
create index asset_processing_due on asset_processing (space_id, due_at) where status = 'pending';
