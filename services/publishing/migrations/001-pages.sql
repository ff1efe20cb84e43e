create table site (
  space_id text not null,
  id text not null,
  title text not null,
  -- The title without case and spaces that do not matter: what "the same title" means.
  title_key text not null,
  description text,
  nav_layout text not null,
  logo_url text,
  slug text not null,
  home_page_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create unique index site_title on site (space_id, title_key);

-- Every address a site ever had: once it is taken, no other Space can get it.
create table site_address (
  space_id text not null,
  slug text not null,
  site_id text not null,
  -- The site was deleted.
  gone boolean not null default false,
  primary key (space_id, slug)
);
create unique index site_address_slug on site_address (slug);
create index site_address_site on site_address (space_id, site_id);

create table page (
  space_id text not null,
  id text not null,
  -- What it says now, which visitors see when it is published.
  title text not null,
  description text,
  image_url text,
  layout_html text,
  -- What was read in layout_html: where the navigation goes, what it embeds (src/references/outline.ts).
  outline jsonb not null,
  -- A number for what it says: another one with each change, an old one again when a version is restored, so that two
  -- versions are never made of one content.
  content integer not null default 1,
  last_content integer not null default 1,
  -- Where it stands.
  site_id text,
  position bigint not null,
  nav_label text,
  show_in_nav boolean not null,
  indexed boolean not null,
  -- What visitors see.
  status text not null default 'unpublished',
  slug text,
  published_version integer,
  published_content integer,
  published_at timestamptz,
  -- What is planned, by whom, and under which address.
  publish_at timestamptz,
  publish_slug text,
  publish_by jsonb,
  unpublish_at timestamptz,
  unpublish_by jsonb,
  schedule_error text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, site_id) references site
);
create index page_site on page (space_id, site_id, position);
create index page_alone on page (space_id, created_at) where site_id is null;
create index page_publish_at on page (publish_at) where publish_at is not null;
create index page_unpublish_at on page (unpublish_at) where unpublish_at is not null;

-- What was published. A version never changes.
create table page_version (
  space_id text not null,
  page_id text not null,
  version integer not null,
  content integer not null,
  title text not null,
  description text,
  image_url text,
  layout_html text,
  outline jsonb not null,
  created_at timestamptz not null,
  created_by jsonb not null,
  primary key (space_id, page_id, version),
  foreign key (space_id, page_id) references page on delete cascade
);

-- Every address a page ever had: an old one leads to the present one, that of a deleted page says that it is gone.
create table page_address (
  space_id text not null,
  -- The id of a site, or '' for pages that stand alone.
  place text not null,
  slug text not null,
  page_id text not null,
  gone boolean not null default false,
  primary key (space_id, place, slug)
);
create unique index page_address_slug on page_address (place, slug);
create index page_address_page on page_address (space_id, page_id);

-- Which forms and booking pages a page uses, as it is now and as visitors see it.
create table page_reference (
  space_id text not null,
  page_id text not null,
  target_id text not null,
  stage text not null,
  name text not null,
  primary key (space_id, page_id, stage, target_id),
  foreign key (space_id, page_id) references page on delete cascade
);
create index page_reference_target on page_reference (space_id, target_id);
