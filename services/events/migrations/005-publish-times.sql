-- Pages and posts are published at `publish_at` and taken down at `unpublish_at`, in place of one `scheduled_at`.
create function with_publish_time(action json) returns json language sql immutable
return case when action ->> 'operation' in ('pages.publish', 'blog_posts.publish')
  then regexp_replace(action::text, '"scheduled_at"(\s*:)',
    case when action -> 'arguments' ->> 'publish' = 'false' then '"unpublish_at"\1' else '"publish_at"\1' end)::json
  else action end;

create function with_publish_times(actions json) returns json language sql immutable
return (select json_agg(with_publish_time(a.action) order by a.number) from json_array_elements(actions) with ordinality as a (action, number));

update automation set actions = with_publish_times(actions) where actions::text like '%"scheduled_at"%';
update automation_run set actions = with_publish_times(actions) where actions::text like '%"scheduled_at"%';

drop function with_publish_times(json);
drop function with_publish_time(json);
