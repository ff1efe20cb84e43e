-- Lists the runs of all automations of a Space. Runs that did not succeed are few, and are found by their status.
create index automation_run_newest on automation_run (space_id, id desc);
create index automation_run_by_status on automation_run (space_id, status, id desc) where status <> 'succeeded';
