-- Reports of connections to the list of integrations. A report is due from the change that it is about until the list has it.
alter table connection
  add column report_due_at timestamptz,
  -- The latest check that was not reported; null for a change without a check.
  add column report_check jsonb,
  -- Changes with each newer report: the end of an older one does not end it.
  add column report_number integer not null default 0,
  add column report_attempts integer not null default 0;
create index connection_report_due on connection (report_due_at) where report_due_at is not null;
-- Connections whose end was not reported yet.
update connection set report_due_at = now(), next_check_at = null where status = 'disconnected' and next_check_at is not null;
