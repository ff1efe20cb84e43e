-- Posts in the order of their times; drafts come last.
create index post_published_at on post (space_id, (coalesce(published_at, timestamptz '9999-12-31T00:00:00Z')), id);
create index social_post_scheduled_at on social_post (space_id, (coalesce(scheduled_at, timestamptz '9999-12-31T00:00:00Z')), id);
