-- Posts in the order of their titles, in any case.
create index post_title on post (space_id, lower(title), id);
