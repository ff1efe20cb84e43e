-- Feeds and listeners of agents have neither an address nor a secret.
alter table listener alter column url drop not null;
alter table listener alter column secret drop not null;
alter table listener add column agent_id text;
-- What the agent that made it may use, kept beside it because every event asks; null when no agent made it.
alter table listener add column can_use jsonb;
-- Of listeners of kind agent: the minutes of a batch; null when each event is told at once.
alter table listener add column batch_minutes integer;
alter table listener add constraint listener_made_by_agent check ((agent_id is null) = (can_use is null));
create index listener_of_agent on listener (space_id, agent_id, id desc) where agent_id is not null;

-- What an agent may use, and how many lines its chat has had. The agent itself belongs to the settings of its Space.
create table agent (
  space_id text not null,
  id text not null,
  can_use jsonb not null default '{}',
  can_use_set_at timestamptz,
  lines bigint not null default 0,
  primary key (space_id, id)
);

-- What happened in each Space, numbered in the order in which it became readable: whoever takes numbers of a Space holds
-- the lock of its head until they are committed, so no smaller number can appear behind a greater one.
create table feed_head (
  space_id text primary key,
  seq bigint not null
);
create table feed_event (
  space_id text not null,
  seq bigint not null,
  event_id text not null,
  type text not null,
  body text not null,
  -- The things it names that not every agent may use, as <kind>:<id>.
  things text[] not null,
  recorded_at timestamptz not null,
  primary key (space_id, seq)
);
create index feed_event_recorded_at on feed_event using brin (recorded_at);
-- An event that comes again after the inbox has forgotten it is not numbered twice.
create unique index feed_event_once on feed_event (event_id, space_id);

-- What each feed heard.
create table feed_item (
  space_id text not null,
  listener_id text not null,
  seq bigint not null,
  recorded_at timestamptz not null,
  primary key (space_id, listener_id, seq)
);
create index feed_item_recorded_at on feed_item using brin (recorded_at);

-- Up to which number events of a Space were removed: because of their age, and because nobody wanted their type any more.
create table feed_floor (
  space_id text primary key,
  seq bigint not null default 0,
  unwanted_seq bigint not null default 0
);
-- Spaces in which some types may be wanted by nobody any more, since when, and when somebody must look.
create table feed_unwanted (
  space_id text primary key,
  noted_at timestamptz not null,
  look_at timestamptz not null
);

-- Events that wait for the line that tells them, since when, and when that line is due. A batch is counted in parts: of
-- what stands up to `place` the count is known, and only what the line tells waits still.
create table agent_batch (
  listener_id text primary key,
  space_id text not null,
  begun_at timestamptz not null,
  due_at timestamptz not null,
  place bigint not null default 0,
  count integer not null default 0
);
create index agent_batch_due_at on agent_batch (due_at);
create table agent_waiting (
  space_id text not null,
  listener_id text not null,
  seq bigint not null,
  primary key (space_id, listener_id, seq)
);

-- The chats of agents.
create table chat_line (
  space_id text not null,
  agent_id text not null,
  id bigint not null,
  listener_id text not null,
  listener text not null,
  text text not null,
  event_count integer not null,
  event_ids text[] not null,
  created_at timestamptz not null,
  primary key (space_id, agent_id, id)
);
create index chat_line_created_at on chat_line using brin (created_at);
