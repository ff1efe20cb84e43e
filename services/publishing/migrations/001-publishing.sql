create table site (
  space_id text not null,
  id text not null,
  title text not null,
  -- The normalized title: two titles with the same key are duplicates.
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

-- All addresses that sites ever had. No other Space can claim one of them.
create table site_address (
  space_id text not null,
  slug text not null,
  site_id text not null,
  -- True when the site was deleted.
  gone boolean not null default false,
  primary key (space_id, slug)
);
create unique index site_address_slug on site_address (slug);
create index site_address_site on site_address (space_id, site_id);

create table page (
  space_id text not null,
  id text not null,
  -- The present content. Visitors see it when the page is published.
  title text not null,
  description text,
  image_url text,
  layout_html text,
  -- Facts that were read in layout_html: insertion points and references (src/references/outline.ts).
  outline jsonb not null,
  -- The revision of the content. Each change gets a new one; restoring a version brings its revision back, so that no two
  -- versions have the same content.
  content_revision integer not null default 1,
  last_content_revision integer not null default 1,
  -- The site and the position in it.
  site_id text,
  position bigint not null,
  nav_label text,
  show_in_nav boolean not null,
  indexed boolean not null,
  -- The published state.
  status text not null default 'unpublished',
  slug text,
  published_version integer,
  published_content_revision integer,
  published_at timestamptz,
  -- The schedule: the times, the actors, and the address that is reserved for the publication.
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
create index page_standalone on page (space_id, created_at) where site_id is null;
create index page_publish_at on page (publish_at) where publish_at is not null;
create index page_unpublish_at on page (unpublish_at) where unpublish_at is not null;
create index page_publish_slug on page (publish_slug) where publish_slug is not null;

-- Published contents. A version never changes.
create table page_version (
  space_id text not null,
  page_id text not null,
  version integer not null,
  content_revision integer not null,
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

-- All addresses that pages ever had. An old address redirects to the present one; that of a deleted page answers 410.
create table page_address (
  space_id text not null,
  -- The id of the site, or '' for standalone pages.
  site_key text not null,
  slug text not null,
  page_id text not null,
  -- True when the page was deleted.
  gone boolean not null default false,
  primary key (space_id, site_key, slug)
);
create unique index page_address_slug on page_address (site_key, slug);
create index page_address_page on page_address (space_id, page_id);

-- The forms and booking pages that a page uses: stage draft is the present content, stage published the published version.
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

create table blog_collection (
  space_id text not null,
  id text not null,
  base_slug text not null,
  -- The first segment of its public addresses. All Spaces share it, so it is base_slug, with a number when that is taken.
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

-- All public slugs that blogs ever had. No other blog can claim one of them.
create table blog_address (
  public_slug text primary key,
  space_id text not null,
  collection_id text not null,
  -- True when the blog was deleted.
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
  -- True when it was ever published: once deleted, such a post answers 410, any other 404.
  was_published boolean not null default false,
  published_at timestamptz,
  -- The schedule: the times and the actors.
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
-- Visitors have no Space: they find a post by its id alone.
create unique index post_id on post (id);
create unique index post_slug on post (space_id, collection_id, slug);
create index post_published on post (space_id, collection_id, published_at desc, id desc) where status = 'published';
create index post_publish_at on post (publish_at) where publish_at is not null;
create index post_unpublish_at on post (unpublish_at) where unpublish_at is not null;

-- All addresses at which posts were published. An old address redirects to the present one; that of a deleted post answers 410.
create table post_address (
  space_id text not null,
  collection_id text not null,
  slug text not null,
  post_id text not null,
  -- True when the post was deleted.
  gone boolean not null default false,
  primary key (space_id, collection_id, slug)
);
create index post_address_post on post_address (post_id);

-- The ids of posts that were published and then deleted.
create table post_gone (
  space_id text not null,
  post_id text not null,
  primary key (space_id, post_id)
);
create unique index post_gone_id on post_gone (post_id);

-- The accounts of social networks that an operator connected.
create table social_account (
  space_id text not null,
  id text not null,
  platform text not null,
  server text not null,
  -- The id on the network: an account id, a DID.
  remote_id text not null,
  handle text not null,
  display_name text not null,
  url text not null,
  status text not null,
  max_characters integer not null,
  max_media integer not null,
  -- The access token or app password, and the session that the network issued for it, both sealed.
  sealed_secret bytea not null,
  sealed_session bytea,
  last_published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create unique index social_account_remote on social_account (space_id, platform, server, remote_id);

create table social_planner (
  space_id text not null,
  id text not null,
  name text not null,
  timezone text not null,
  slots jsonb not null,
  account_ids text[] not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);

create table social_post (
  space_id text not null,
  id text not null,
  text text not null,
  media jsonb not null,
  account_ids text[] not null,
  language text,
  content_warning text,
  planner_id text,
  status text not null,
  scheduled_at timestamptz,
  published_at timestamptz,
  -- The actor who published or scheduled it.
  published_by jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);
create index social_post_planner on social_post (space_id, planner_id, scheduled_at) where status = 'scheduled';

-- The publication of a post on one account.
create table social_record (
  space_id text not null,
  post_id text not null,
  account_id text not null,
  handle text not null,
  platform text not null,
  status text not null,
  -- The idempotency key: the network publishes it once, in any number of attempts.
  network_key text not null,
  attempts integer not null default 0,
  -- True when an attempt was made.
  tried boolean not null default false,
  -- The time since which the network may have the post; null when it certainly has not.
  in_doubt_since timestamptz,
  -- The time of the next attempt; during an attempt, the time at which its lease expires.
  next_attempt_at timestamptz,
  lease text,
  published_at timestamptz,
  remote_id text,
  url text,
  error text,
  error_message text,
  likes integer not null default 0,
  reposts integer not null default 0,
  replies integer not null default 0,
  measured_at timestamptz,
  next_measure_at timestamptz,
  primary key (space_id, post_id, account_id),
  foreign key (space_id, post_id) references social_post on delete cascade
);
create index social_record_due on social_record (next_attempt_at) where status in ('scheduled', 'publishing');
create index social_record_measure on social_record (next_measure_at) where next_measure_at is not null;
create index social_record_published on social_record (space_id, published_at desc, post_id desc, account_id desc) where status = 'published';
