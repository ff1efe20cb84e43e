-- The same keys at an eighth of the time: one or two words of ASCII letters and digits, as most names are, need no query.
create or replace function match_person(name text, company text) returns text language plpgsql immutable parallel safe as $$
declare
  lowered text := lower(name);
  first text;
  second text;
  words text;
begin
  if name ~ '^[A-Za-z0-9]+( [A-Za-z0-9]+)?$' then
    first := split_part(lowered, ' ', 1);
    second := split_part(lowered, ' ', 2);
    words := case
      when second = '' then first
      when first <= second collate "C" then first || ' ' || second
      else second || ' ' || first
    end;
  else
    words := (
      select string_agg(word, ' ' order by word collate "C")
      from regexp_split_to_table(lowered, '[[:space:][:punct:]]+') as word where word <> '');
  end if;
  return words || E'\n' || case
    when company is null or company = '' then ''
    else btrim(regexp_replace(lower(company), '[[:space:][:punct:]]+', ' ', 'g'))
  end;
end $$;
