-- The zone of a column is `timezone` in the arguments of actions, as everywhere else. JSON escapes the quotes inside of a
-- string, so the pattern finds names of fields only.
create function with_timezone(action json) returns json language sql immutable
return case when action ->> 'operation' like 'columns.%' or action ->> 'operation' = 'tables.create'
  then regexp_replace(action::text, '"time_zone"(\s*:)', '"timezone"\1', 'g')::json
  else action end;

create function with_timezones(actions json) returns json language sql immutable
return (select json_agg(with_timezone(a.action) order by a.number) from json_array_elements(actions) with ordinality as a (action, number));

update automation set actions = with_timezones(actions) where actions::text like '%"time_zone"%';
update automation_run set actions = with_timezones(actions) where actions::text like '%"time_zone"%';

drop function with_timezones(json);
drop function with_timezone(json);
