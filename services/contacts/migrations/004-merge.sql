-- A contact that was merged into another one: its id and its email find the surviving contact.
create table contact_alias (
  space_id text not null,
  id text not null,
  email text not null,
  contact_id text not null,
  created_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, contact_id) references contact on delete cascade
);
create index contact_alias_contact on contact_alias (space_id, contact_id);
create index contact_alias_email on contact_alias (space_id, lower(email));

-- Keys that are equal for contacts which are probably one person; null if a contact has no such key.
create function match_email(email text) returns text language sql immutable strict parallel safe
return case
  when lower(email) ~ '@(gmail|googlemail)[.]com$'
    then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2)
end;

create function match_phone(phone text) returns text language sql immutable strict parallel safe
return case
  when length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 7 then right(regexp_replace(phone, '[^0-9]', '', 'g'), 9)
end;

create function match_name(name text, company text) returns text language sql immutable strict parallel safe
return (
    select string_agg(word, ' ' order by word collate "C")
    from regexp_split_to_table(lower(name), '[[:space:][:punct:]]+') as word where word <> ''
  ) || E'\n' || nullif(btrim(regexp_replace(lower(company), '[[:space:][:punct:]]+', ' ', 'g')), '');

create index contact_match_email on contact (space_id, match_email(email), id);
create index contact_match_phone on contact (space_id, match_phone(phone), id) where match_phone(phone) is not null;
create index contact_match_name on contact (space_id, match_name(name, company), id) where match_name(name, company) is not null;
