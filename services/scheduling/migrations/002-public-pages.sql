-- Language and layout of public pages; null is the language of the Space.
alter table form add column layout text not null default 'one_page' check (layout in ('one_page', 'one_question'));
alter table form add column language text;
alter table booking_page add column host text;
alter table booking_page add column language text;
