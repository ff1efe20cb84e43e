import { EVENT_RETENTION_DAYS } from '@space/contracts';
import { type Database, isoTime, sql } from '@space/database';
import { consumerGroups, every } from '@space/event-log';
import { metrics, type Ports, type Task } from '@space/runtime';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const DAY_MS = 86_400_000;
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
        every(SWEEP_MS, () => sweep(database, clock.now()), failed),
        every(MEASURE_MS, () => measure(database, clock.now()), failed),
      ];
    },
    async stop() {
      for (const end of endings) end();
    },
  };
}

/** Removes deliveries, events and recoveries after 14 days, deliveries of deleted webhooks, and what the inbox saw before yesterday (spec, Feeds). */
async function sweep(database: Database, now: number): Promise<void> {
  const old = isoTime(now - EVENT_RETENTION_DAYS * DAY_MS);
  const seen = isoTime(now - INBOX_DAYS * DAY_MS);
  await removeAll(
    database,
    sql.fragment`
    delete from events.delivery where (listener_id, id) in (
      select listener_id, id from events.delivery where created_at < ${old}::timestamptz limit ${CHUNK})`,
  );
  await removeAll(
    database,
    sql.fragment`
    delete from events.delivery where (listener_id, id) in (
      select d.listener_id, d.id from events.delivery as d
      where d.next_attempt_at is not null and not exists (select from events.listener as l where l.id = d.listener_id) limit ${CHUNK})`,
  );
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
    from events.delivery as d join events.listener as l on l.id = d.listener_id
    where d.next_attempt_at is not null group by d.state`);
  for (const state of ['pending', 'retrying']) metrics.deliveries.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
  const setAside = await database.any(sql.type(z.object({ consumer: z.string(), count: z.number() }))`
    select consumer, count(*) from events.dead_letter group by consumer`);
  for (const group of consumerGroups) metrics.deadLetters.set({ group }, setAside.find(({ consumer }) => consumer === group)?.count ?? 0);
  metrics.deliveryDueAge.set(Math.max(0, ...rows.map((row) => row.late)));
}
