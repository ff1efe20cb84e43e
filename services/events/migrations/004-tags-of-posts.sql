-- The list of posts filters by a list of `tags` in place of one `tag`.
create function with_tags(action json) returns json language sql immutable
return case when action ->> 'operation' = 'blog_posts.list'
  then regexp_replace(action::text, '"tag"\s*:\s*("(?:[^"\\]|\\.)*")', '"tags":[\1]')::json
  else action end;

create function with_tag_lists(actions json) returns json language sql immutable
return (select json_agg(with_tags(a.action) order by a.number) from json_array_elements(actions) with ordinality as a (action, number));

update automation set actions = with_tag_lists(actions) where actions::text like '%blog_posts.list%';
update automation_run set actions = with_tag_lists(actions) where actions::text like '%blog_posts.list%';

drop function with_tag_lists(json);
drop function with_tags(json);
