import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { type Ledger, openLedger, RECOVERY_TIMEOUT } from './ledger.ts';
import { type KillableProcess, type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { seededRandom } from './seeded-random.ts';

const WRITERS = 4;
const PAUSE_MS = 50;

let cluster: OwnCluster;
let client: Client;
let ledger: Ledger;
beforeAll(async () => {
  cluster = await startOwnCluster();
  ({ client } = await cluster.newClient());
  ledger = await openLedger(client);
}, 240_000);
afterAll(async () => {
  await cluster.stop();
  await ledger.close();
});

const report = (line: string): void => void process.stdout.write(`no lost event: ${line}\n`);

/** Creates a contact and waits until its event is delivered. */
async function untilRecovered(): Promise<void> {
  const email = await ledger.createOne();
  await eventually(() => expect([...ledger.delivered.keys()]).toContain(email), RECOVERY_TIMEOUT);
}

async function killAndRecover(name: string, victim: KillableProcess, downMs: number): Promise<void> {
  await victim.kill('SIGKILL');
  await delay(downMs);
  await victim.restart();
  const restarted = performance.now();
  await untilRecovered();
  report(
    `${name} was killed and down for ${downMs} ms; ${Math.round(performance.now() - restarted)} ms after it was back a new contact had been delivered`,
  );
}

/** Returns the emails of all contacts. */
async function existing(): Promise<Set<string>> {
  const emails = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.contacts.list({ limit: 200, ...(cursor ? { cursor } : {}) });
    for (const { email } of page.data) emails.add(email!);
    cursor = page.next_cursor;
  }
  return emails;
}

test('under load, killing NATS, Kafka, the delivery process and the relay one after the other loses no event and adds none', async () => {
  const seed = randomInt(2 ** 31);
  const random = seededRandom(seed);
  report(`seed ${seed}`);
  const stop = ledger.write(WRITERS, PAUSE_MS);
  await untilRecovered();
  for (const [name, victim] of [
    ['NATS', cluster.nats],
    ['Kafka', cluster.kafka],
    ['the delivery process', cluster.process('delivery')],
    ['the contacts process', cluster.process('contacts')],
  ] as const) {
    await delay(500 + random(1_000));
    await killAndRecover(name, victim, 200 + random(800));
  }
  await stop();

  const there = await existing();
  const { acknowledged, unknown } = ledger;
  await eventually(() => expect(there.difference(new Set(ledger.delivered.keys())).size).toBe(0), { timeout: 180_000 });
  const delivered = new Set(ledger.delivered.keys());
  report(`${acknowledged.size} acknowledged, ${unknown.size} unknown, ${delivered.size} delivered in ${ledger.posts()} POSTs`);

  expect(acknowledged.difference(delivered)).toEqual(new Set());
  expect(delivered.difference(acknowledged.union(unknown))).toEqual(new Set());
  expect(delivered).toEqual(there);
  for (const [email, ids] of ledger.delivered) expect({ email, events: ids.size }).toEqual({ email, events: 1 });
  expect(acknowledged.size).toBeGreaterThan(200);
}, 600_000);
