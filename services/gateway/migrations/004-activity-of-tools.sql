-- A call of a tool that is no operation has a line too.
alter table activity alter column operation drop not null;
