-- The key of name and company, also for a contact without a company: two without one have equal keys. Null if the name has no word.
-- It is not in SQL, since Postgres would plan it for each row. A later release drops match_name, which processes of the former release call.
create function match_person(name text, company text) returns text language plpgsql immutable parallel safe as $$
begin
  return (
    select string_agg(word, ' ' order by word collate "C")
    from regexp_split_to_table(lower(name), '[[:space:][:punct:]]+') as word where word <> ''
  ) || E'\n' || btrim(regexp_replace(lower(coalesce(company, '')), '[[:space:][:punct:]]+', ' ', 'g'));
end $$;

-- Each contact has a name. The condition excludes the index from plans of statements that do not repeat it: they look contacts up by
-- id, for which it is slow. It costs less than a condition on the key, which Postgres would compute twice.
create index contact_match_person on contact (space_id, match_person(name, company), id) where name <> '';
drop index contact_match_name;
