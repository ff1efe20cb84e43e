-- Finds pages, posts and social posts by words.
create extension if not exists pg_trgm with schema public;
create index page_search on page using gin ((lower(title)) public.gin_trgm_ops);
create index post_search on post using gin ((lower(title)) public.gin_trgm_ops);
create index social_post_search on social_post using gin ((lower("left"(text, 80))) public.gin_trgm_ops);
