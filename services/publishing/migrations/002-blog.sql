create table blog_collection (
  space_id text not null,
  id text not null,
  base_slug text not null,
  -- The first part of its addresses on the public origin, which all Spaces share: base_slug, with a number behind it when taken.
  public_slug text not null,
  title text not null,
  description text,
  language text not null,
  site_id text,
  index_page_id text,
  template_html text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, site_id) references site on delete set null (site_id),
  foreign key (space_id, index_page_id) references page on delete set null (index_page_id)
);
create unique index blog_collection_base_slug on blog_collection (space_id, base_slug);
create index blog_collection_site on blog_collection (space_id, site_id);
create index blog_collection_index_page on blog_collection (space_id, index_page_id);

-- Every first part of an address that a blog ever had: once it is taken, no other blog can get it.
create table blog_address (
  public_slug text primary key,
  space_id text not null,
  collection_id text not null,
  -- The blog was deleted.
  gone boolean not null default false
);

create table post (
  space_id text not null,
  id text not null,
  collection_id text not null,
  title text not null,
  slug text not null,
  body_html text not null,
  excerpt text,
  cover_image_url text,
  author text,
  status text not null,
  published_at timestamptz,
  -- What is planned, and by whom.
  publish_at timestamptz,
  publish_by jsonb,
  unpublish_at timestamptz,
  unpublish_by jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, collection_id) references blog_collection
);
-- A visitor has no Space: the id of a post says it all.
create unique index post_id on post (id);
create unique index post_slug on post (space_id, collection_id, slug);
create index post_published on post (space_id, collection_id, published_at desc, id desc) where status = 'published';
create index post_publish_at on post (publish_at) where publish_at is not null;
create index post_unpublish_at on post (unpublish_at) where unpublish_at is not null;

-- Every address at which a post was ever published: an old one leads to the present one, that of a deleted post says that it is gone.
create table post_address (
  space_id text not null,
  collection_id text not null,
  slug text not null,
  post_id text not null,
  gone boolean not null default false,
  primary key (space_id, collection_id, slug)
);
create index post_address_post on post_address (post_id);
