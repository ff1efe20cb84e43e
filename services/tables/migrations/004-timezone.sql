-- The zone of a column is `timezone` in its config, as everywhere else.
create function with_timezone(config jsonb) returns jsonb language sql immutable
return case when config ? 'time_zone'
  then (config - 'time_zone') || jsonb_build_object('timezone', coalesce(config->'timezone', config->'time_zone'))
  else config end;

update user_column set config = with_timezone(config) where config ? 'time_zone';

-- A snapshot stores the rows of its columns.
update snapshot set columns = (
  select jsonb_agg(jsonb_set(c.stored, '{config}', with_timezone(c.stored->'config')) order by c.number)
  from jsonb_array_elements(columns) with ordinality as c (stored, number)
)
where jsonb_path_exists(columns, '$[*].config.time_zone');

drop function with_timezone(jsonb);
