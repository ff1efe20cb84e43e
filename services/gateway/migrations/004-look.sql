-- The look of a Space's public pages; a Space without a row has the default look. Null columns are defaults.
create table space_look (
  space_id text primary key references space,
  name text,
  logo text,
  accent text,
  typeface text not null,
  locale text,
  week_start text,
  clock text,
  updated_at timestamptz not null
);
