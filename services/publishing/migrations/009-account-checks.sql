-- Accounts are checked at their networks. Those that exist are checked for the first time within a minute of the migration.
alter table social_account
  add column connected_at timestamptz,
  add column next_check_at timestamptz not null default now();
update social_account set connected_at = created_at, next_check_at = now() + random() * interval '1 minute';
alter table social_account
  alter column connected_at set not null,
  alter column connected_at set default now();
create index social_account_next_check on social_account (next_check_at);

-- Reports about accounts for the list of integrations that were not delivered yet, the newest of each account.
create table account_report (
  space_id text not null,
  integration_id text not null,
  report jsonb not null,
  -- Changes with each newer report: only the one that was sent is deleted.
  number bigint not null generated always as identity,
  due_at timestamptz not null,
  primary key (space_id, integration_id)
);
create index account_report_due on account_report (due_at);
