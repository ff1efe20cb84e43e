import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, sql } from '@space/database';
import { percentile } from './load.ts';
import type { Subject } from './subject.ts';
import { createSteadily, drained } from './webhooks.ts';

/** The effect of one dead receiver on the others. */
export interface IsolationRun {
  readonly healthy: number;
  readonly events_per_second: number;
  readonly without_p99_ms: number;
  readonly with_p99_ms: number;
  /** With / without. */
  readonly ratio: number;
  readonly lost: number;
}

/** The effect of many simultaneous retries on new deliveries to the same webhooks. */
export interface BacklogRun {
  readonly due_at_once: number;
  readonly drained_per_second: number;
  readonly first_attempts: number;
  readonly first_p50_ms: number;
  readonly first_p99_ms: number;
  readonly left: number;
}

const WARM_MS = 1_500;
const WARM_SECONDS = 6;
/** The two loads take turns, because the 99th percentile depends on what else the machine does at the time. */
const ROUNDS = 3;

/** Sends events at a fixed rate to healthy receivers, in turns without and with one that accepts and never responds. */
export async function measureIsolation(
  subject: Subject,
  receiversUrl: string,
  { healthy, rate, seconds }: { healthy: number; rate: number; seconds: number },
): Promise<IsolationRun> {
  for (let index = 0; index < healthy; index += 1) await hook(subject, `${receiversUrl}/${index}`);
  let lost = 0;
  const arrivals = async (): Promise<number[]> => {
    await fetch(`${receiversUrl}/samples?reset`);
    const sent = await createSteadily(subject, rate, seconds);
    const samples = await drained(receiversUrl, sent * healthy);
    lost += sent * healthy - samples.length;
    return samples;
  };
  await createSteadily(subject, rate, WARM_SECONDS);
  await delay(WARM_MS);
  const without: number[] = [];
  const withDead: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(...(await arrivals()));
    const black = await hook(subject, `${receiversUrl}/black`);
    withDead.push(...(await arrivals()));
    await subject.client.event_subscriptions.delete({ id: black });
  }
  await removeHooks(subject);
  return {
    healthy,
    events_per_second: rate,
    without_p99_ms: percentile(without, 0.99),
    with_p99_ms: percentile(withDead, 0.99),
    ratio: percentile(withDead, 0.99) / percentile(without, 0.99),
    lost,
  };
}

/** Inserts due retries into the database, as after an outage, and creates contacts meanwhile. */
export async function measureBacklog(
  subject: Subject,
  receiversUrl: string,
  { due, hooks, rate, seconds }: { due: number; hooks: number; rate: number; seconds: number },
): Promise<BacklogRun> {
  const ids: string[] = [];
  for (let index = 0; index < hooks; index += 1) ids.push(await hook(subject, `${receiversUrl}/${index}`));
  await createSteadily(subject, rate, 1);
  await delay(WARM_MS);
  await fetch(`${receiversUrl}/samples?reset`);
  await fillBacklog(subject, ids, due);
  const began = performance.now();
  const sent = await createSteadily(subject, rate, seconds);
  const first = await drained(receiversUrl, sent * hooks);
  let later = 0;
  for (const end = performance.now() + 180_000; performance.now() < end; await delay(100)) {
    later = (await (await fetch(`${receiversUrl}/later`)).json()) as number;
    if (later >= due) break;
  }
  const elapsed = (performance.now() - began) / 1_000;
  await removeHooks(subject);
  return {
    due_at_once: due,
    drained_per_second: later / elapsed,
    first_attempts: first.length,
    first_p50_ms: percentile(first, 0.5),
    first_p99_ms: percentile(first, 0.99),
    left: due - later,
  };
}

async function hook({ client }: Subject, url: string): Promise<string> {
  return (await client.event_subscriptions.create({ kind: 'webhook', name: url, url, event_types: ['contact_created'] })).subscription.id;
}

async function removeHooks({ client }: Subject): Promise<void> {
  for (const { id } of (await client.event_subscriptions.list({ kind: 'webhook' })).data) await client.event_subscriptions.delete({ id });
}

async function fillBacklog({ profile, space_id }: Subject, listeners: readonly string[], due: number): Promise<void> {
  const database = await openDatabase(profile.connection.database_url!);
  const event = `evt_backlog_${Date.now()}`;
  const body = JSON.stringify({
    id: event,
    type: 'contact_created',
    label: 'Contact created',
    space_id,
    occurred_at: new Date().toISOString(),
    data: { note: 'x'.repeat(800) },
  });
  await database.query(sql.typeAlias('void')`
    insert into events.event (id, space_id, type, body, recorded_at) values (${event}, ${space_id}, 'contact_created', ${body}, now())`);
  await database.query(sql.typeAlias('void')`
    insert into events.delivery (space_id, listener_id, event_id, status, priority, attempts, next_attempt_at, created_at, updated_at)
    select ${space_id}, (${sql.array([...listeners], 'text')})[1 + i % ${listeners.length}], ${event}, 'retrying', 1, 1, now(), now(), now()
    from generate_series(1, ${due}) as i`);
  await database.query(sql.typeAlias('void')`analyze events.delivery`);
  await database.end();
}
