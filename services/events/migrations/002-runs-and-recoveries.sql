-- A run can be cancelled: immediately while nothing executes it, and otherwise before its next action.
alter table automation_run
  add column cancel_requested_at timestamptz,
  -- The finished run whose event or payload this run repeats.
  add column rerun_of text,
  drop constraint automation_run_status_check,
  add constraint automation_run_status_check check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled'));

-- An event starts an automation once, and again only when a run is repeated by a call.
drop index automation_run_event;
create unique index automation_run_event on automation_run (automation_id, event_id) where event_id is not null and rerun_of is null;
-- Finds the unfinished run that repeats another one.
create index automation_run_repeated on automation_run (automation_id, rerun_of) where rerun_of is not null and due_at is not null;

create index recovery_newest on recovery (listener_id, id desc);
