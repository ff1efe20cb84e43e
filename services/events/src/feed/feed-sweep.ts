import { AGENT_CHAT_DAYS, EVENT_RETENTION_DAYS } from '@space/contracts';
import { type Database, isoTime, sql } from '@space/database';
import { every } from '@space/event-log';
import type { Ports, Task } from '@space/runtime';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const DAY_MS = 86_400_000;
const SWEEP_MS = 60_000;
/** Rows one statement removes, so that no sweep holds locks for long. */
const CHUNK = 5_000;

/** Removes from feeds and chats what is older than it is kept, and events of types that nobody wants any more. */
export function feedSweep({ database, clock, log }: Ports): Task {
  let stop = () => {};
  return {
    name: 'feed-sweep',
    async start() {
      stop = every(
        SWEEP_MS,
        () => sweepFeed(database, clock.now()),
        (error) => log.warn({ err: error }, 'the sweep of the feeds could not finish; trying again'),
      );
    },
    async stop() {
      stop();
    },
  };
}

/** One sweep: events after 14 days, and only while some listener wants their type (spec, Feeds); lines of chats after theirs. */
export async function sweepFeed(database: Database, now: number): Promise<void> {
  await removeOld(database, isoTime(now - EVENT_RETENTION_DAYS * DAY_MS));
  const oldLines = isoTime(now - AGENT_CHAT_DAYS * DAY_MS);
  await removeAll(
    database,
    sql.fragment`
    delete from events.chat_line where (space_id, agent_id, id) in (
      select space_id, agent_id, id from events.chat_line where created_at < ${oldLines}::timestamptz limit ${CHUNK})`,
  );
  for (const space of await database.anyFirst(sql.type(z.object({ space_id: z.string() }))`select space_id from events.feed_unwanted`))
    await removeUnwanted(database, space);
}

/** Events that are too old, noting up to where, so that a cursor from before is refused instead of skipping them. */
async function removeOld(database: Database, old: string): Promise<void> {
  for (let removed = CHUNK; removed === CHUNK; )
    removed = await database.oneFirst(sql.type(z.object({ count: z.number() }))`
      with gone as (
        delete from events.feed_event where (space_id, seq) in (
          select space_id, seq from events.feed_event where recorded_at < ${old}::timestamptz limit ${CHUNK})
        returning space_id, seq
      ),
      noted as (
        insert into events.feed_floor as f (space_id, seq) select space_id, max(seq) from gone group by space_id order by space_id
        on conflict (space_id) do update set seq = greatest(f.seq, excluded.seq)
      )
      select count(*) from gone`);
  await removeAll(
    database,
    sql.fragment`
    delete from events.feed_item where (space_id, listener_id, seq) in (
      select space_id, listener_id, seq from events.feed_item where recorded_at < ${old}::timestamptz limit ${CHUNK})`,
  );
}

/** Events of a Space whose type no listener names any more, and what its deleted feeds heard. */
async function removeUnwanted(database: Database, space: string): Promise<void> {
  // The note goes first: a listener that changes from here on writes a new one.
  await database.query(sql.typeAlias('void')`delete from events.feed_unwanted where space_id = ${space}`);
  await removeAll(
    database,
    sql.fragment`
    delete from events.feed_event where space_id = ${space} and seq in (
      select e.seq from events.feed_event as e where e.space_id = ${space} and not exists (
        select from events.listener as l
        where l.space_id = ${space} and (l.event_types @> array['*'] or e.type = any(l.event_types)))
      limit ${CHUNK})`,
  );
  await removeAll(
    database,
    sql.fragment`
    delete from events.feed_item where space_id = ${space} and (listener_id, seq) in (
      select i.listener_id, i.seq from events.feed_item as i where i.space_id = ${space} and not exists (
        select from events.listener as l where l.space_id = ${space} and l.id = i.listener_id)
      limit ${CHUNK})`,
  );
}

/** Removes chunk after chunk until nothing is left. */
async function removeAll(database: Database, removal: FragmentSqlToken): Promise<void> {
  while ((await database.query(sql.typeAlias('void')`${removal}`)).rowCount === CHUNK);
}
