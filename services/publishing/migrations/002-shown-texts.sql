-- What visitors see of a post, computed when it is saved: the sanitized text, null when it cannot be shown, and its first
-- words. text_rules is the version of the rules that computed them; rows of another version are computed again when shown.
alter table post
  add column safe_html text,
  add column text_summary text not null default '',
  add column text_rules integer not null default 0;

-- The parsed template, computed when it is saved in the same way.
alter table blog_collection
  add column template_pieces text,
  add column template_rules integer not null default 0;
