-- The texts of the different files of a Space, which the service media reads.
create table asset_text (
  space_id text not null,
  sha256 text not null,
  pages integer not null,
  -- True if the file has more text.
  is_truncated boolean not null,
  excerpt text not null,
  -- Its different words, each after the end of the id of the Space: so the words of one Space are together in the index.
  words tsvector not null,
  primary key (space_id, sha256),
  foreign key (space_id, sha256) references asset_object on delete cascade
);
create index asset_text_words on asset_text using gin (words);

create table asset_text_page (
  space_id text not null,
  sha256 text not null,
  page integer not null,
  text text not null,
  primary key (space_id, sha256, page),
  foreign key (space_id, sha256) references asset_text on delete cascade
);

-- The assets with a file that a search has found.
create index asset_file on asset (space_id, sha256);

-- Files that are there already.
insert into asset_processing (space_id, sha256, work, content_type, size, status, due_at, created_at)
select distinct on (v.space_id, v.sha256) v.space_id, v.sha256, 'text', v.content_type, v.size, 'pending', now(), now()
from asset_version as v
where v.content_type ~ '^(text/.+|application/(json|yaml|xml|x-subrip|.+\+(json|xml)))$'
  or (v.size <= 52428800 and v.content_type ~ '^application/(pdf|vnd\.(openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)|oasis\.opendocument\.(text|spreadsheet|presentation)))$');
