-- What happened to the ways in of people: sign-ins, refused passwords, sign-outs, and changed passwords, passkeys and linked accounts.
create table sign_in (
  person_id text not null references person on delete cascade,
  id text not null,
  kind text not null,
  method text,
  user_agent text not null,
  created_at timestamptz not null,
  primary key (person_id, id)
);
create index sign_in_age on sign_in (created_at);
