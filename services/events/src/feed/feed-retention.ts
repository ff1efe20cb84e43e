import { EVENT_RETENTION_DAYS } from '@space/contracts/events';
import { AGENT_CHAT_DAYS } from '@space/contracts/platform';
import { type Database, isoTime, sql } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import { z } from 'zod';
import { collectGarbage } from './feed-gc.ts';
import { CHUNK, removeAll } from './remove-all.ts';

const DAY_MS = 86_400_000;
const SWEEP_MS = 60_000;

/** Removes from feeds and chats what is older than it is kept, and events of types that nobody wants any more. */
export function createFeedRetention({ database, clock, log }: Ports): Task {
  let stop = () => {};
  return {
    name: 'feed-sweep',
    async start() {
      stop = runPeriodically(
        SWEEP_MS,
        () => runFeedRetention(database, clock.now(), (error, space_id) => log.warn({ err: error, space_id }, FAILED)),
        (error) => log.warn({ err: error }, FAILED),
      );
    },
    async stop() {
      stop();
    },
  };
}

const FAILED = 'the sweep of the feeds could not finish; trying again';

/** One sweep; `failed` is told of a Space whose unwanted events could not be removed, and the others go on. */
export async function runFeedRetention(database: Database, now: number, failed: (error: unknown, space: string) => void): Promise<void> {
  await removeOld(database, isoTime(now - EVENT_RETENTION_DAYS * DAY_MS));
  const oldLines = isoTime(now - AGENT_CHAT_DAYS * DAY_MS);
  await removeAll(
    database,
    sql.fragment`
    delete from events.chat_line where (space_id, agent_id, id) in (
      select space_id, agent_id, id from events.chat_line where created_at < ${oldLines}::timestamptz limit ${CHUNK})`,
  );
  await collectGarbage(database, now, failed);
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
