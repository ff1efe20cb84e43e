import { EVENT_RETENTION_DAYS } from '@space/contracts/events';
import { type Database, isoTime, sql } from '@space/database';
import { consumerGroups } from '@space/event-log';
import { metrics, type Ports, type Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_MS = 60_000;
const MEASURE_MS = 5_000;
/** Rows one statement removes, so that no sweep holds locks for long. */
const CHUNK = 5_000;
/** An event that comes again this long after it was seen would be delivered again, which receivers dedupe. */
const INBOX_DAYS = 1;

/** Removes what is older than it is kept, and measures what waits. */
export function janitor({ database, clock, log }: Ports): Task {
  let endings: (() => void)[] = [];
  return {
    name: 'janitor',
    async start() {
      const failed = (error: unknown) => log.warn({ err: error }, 'the janitor could not finish; trying again');
      endings = [
        runPeriodically(SWEEP_MS, () => sweep(database, clock.now()), failed),
        runPeriodically(MEASURE_MS, () => measure(database, clock.now()), failed),
      ];
    },
    async stop() {
      for (const end of endings) end();
    },
  };
}

/** Removes deliveries, events and recoveries after 14 days, deliveries of deleted webhooks, and what the inbox saw before yesterday (spec, Feeds). */
export async function sweep(database: Database, now: number): Promise<void> {
  const old = isoTime(now - EVENT_RETENTION_DAYS * DAY_MS);
  const seen = isoTime(now - INBOX_DAYS * DAY_MS);
  const forgotten = isoTime(now - HOUR_MS);
  await removeAll(
    database,
    sql.fragment`
    delete from events.delivery where (listener_id, id) in (
      select listener_id, id from events.delivery where created_at < ${old}::timestamptz limit ${CHUNK})`,
  );
  for (const id of await database.anyFirst(sql.type(z.object({ id: z.string() }))`select listener_id as id from events.deleted_listener`)) {
    await removeAll(
      database,
      sql.fragment`
      delete from events.delivery where (listener_id, id) in (select listener_id, id from events.delivery where listener_id = ${id} limit ${CHUNK})`,
    );
    // What was under way while it was deleted may come a little later: the note goes when an hour's sweeps found nothing new.
    await database.query(
      sql.typeAlias('void')`delete from events.deleted_listener where listener_id = ${id} and noted_at < ${forgotten}::timestamptz`,
    );
  }
  await removeAll(
    database,
    sql.fragment`
    delete from events.event where id in (select id from events.event where recorded_at < ${old}::timestamptz limit ${CHUNK})`,
  );
  await removeAll(
    database,
    sql.fragment`
    delete from events.inbox where (consumer, event_id) in (
      select consumer, event_id from events.inbox where seen_at < ${seen}::timestamptz limit ${CHUNK})`,
  );
  await removeAll(
    database,
    sql.fragment`
    delete from events.recovery where id in (
      select id from events.recovery where state = 'done' and created_at < ${old}::timestamptz limit ${CHUNK})`,
  );
}

/** Removes chunk after chunk until nothing is left. */
async function removeAll(database: Database, removal: FragmentSqlToken): Promise<void> {
  while ((await database.query(sql.typeAlias('void')`${removal}`)).rowCount === CHUNK);
}

async function measure(database: Database, now: number): Promise<void> {
  const rows = await database.any(sql.type(z.object({ state: z.string(), count: z.number(), late: z.number() }))`
    select d.state, count(*) as count,
           greatest(0, extract(epoch from ${isoTime(now)}::timestamptz - min(d.next_attempt_at) filter (where l.enabled)), 0)::float8 as late
    from (
      select listener_id, state, next_attempt_at from events.delivery where next_attempt_at is not null and lease is null
      union all
      select listener_id, state, next_attempt_at from events.delivery where lease is not null
    ) as d join events.listener as l on l.id = d.listener_id
    group by d.state`);
  for (const state of ['pending', 'retrying']) metrics.deliveries.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
  const setAside = await database.any(sql.type(z.object({ consumer: z.string(), count: z.number() }))`
    select consumer, count(*) from events.dead_letter group by consumer`);
  for (const group of consumerGroups) metrics.deadLetters.set({ group }, setAside.find(({ consumer }) => consumer === group)?.count ?? 0);
  metrics.deliveryDueAge.set(Math.max(0, ...rows.map((row) => row.late)));
}
