-- Tickets for live editing that were used: each opens one connection. A ticket is sealed, so that nothing of it is stored before.

create table document_ticket (
  space_id text not null,
  id text not null,
  expires_at timestamptz not null,
  primary key (space_id, id)
);
create index document_ticket_expires on document_ticket (expires_at);
