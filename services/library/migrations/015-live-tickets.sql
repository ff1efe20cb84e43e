-- Tickets for live editing of documents and whiteboards that were used: each opens one connection.

alter table document_ticket rename to live_ticket;
alter index document_ticket_pkey rename to live_ticket_pkey;
alter index document_ticket_expires rename to live_ticket_expires;
