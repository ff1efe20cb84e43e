-- The assets that the text of a post and the template of a blog name. Those of a page stand in its outline.
alter table post add column body_asset_ids text[] not null default '{}';
alter table blog_collection add column template_asset_ids text[] not null default '{}';
