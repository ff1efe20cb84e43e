import { randomInt } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { type Ledger, openLedger, RECOVERY_TIMEOUT } from './ledger.ts';
import type { OwnCluster } from './own-cluster.ts';
import { seededRandom } from './seeded-random.ts';

const WRITERS = 4;
/** Sixteen contacts per second at most: enough in flight at every moment, and the suite leaves a core to the suites next to it. */
const PAUSE_MS = 250;
const MIN_ACKNOWLEDGED = 10;
const DELIVERY_TIMEOUT = { timeout: 180_000 };

/** The tools of a fault: a client, the ledger of the load, and random numbers. */
export interface FaultContext {
  readonly client: Client;
  readonly space_id: string;
  readonly ledger: Ledger;
  /** Returns an integer from 0 to below `below`, from the seed of this fault. */
  random(below: number): number;
}

const report = (line: string): void => void process.stderr.write(`fault: ${line}\n`);

/** Creates a contact and waits until its event is delivered. */
async function untilDelivered(ledger: Ledger): Promise<void> {
  const email = await ledger.createOne();
  await eventually(() => expect(ledger.delivered.has(email)).toBe(true), RECOVERY_TIMEOUT);
}

/**
 * Runs one fault: under load, `inject` causes it and repairs it. Then every acknowledged contact must arrive at a webhook
 * and in a feed, no unrequested contact may, and each contact has one event id. The feed contains each once, in the same
 * order for every read.
 */
export async function expectNoEventLost(
  cluster: OwnCluster,
  fault: string,
  inject: (context: FaultContext) => Promise<void>,
): Promise<FaultContext> {
  const seed = Number(process.env.SPACE_SEED ?? randomInt(2 ** 31));
  const { client, space_id } = await cluster.newClient();
  const ledger = await openLedger(client);
  const context: FaultContext = { client, space_id, ledger, random: seededRandom(seed) };
  const stop = ledger.write(WRITERS, PAUSE_MS);
  try {
    await untilDelivered(ledger);
    await inject(context);
    const repaired = performance.now();
    await untilDelivered(ledger);
    const recovery = Math.round(performance.now() - repaired);
    // The test proves something only if enough requests were in flight; a slow machine takes longer to get there.
    await eventually(() => expect(ledger.acknowledged.size).toBeGreaterThan(MIN_ACKNOWLEDGED), RECOVERY_TIMEOUT);
    await stop();
    const stopped = performance.now();
    const { acknowledged, unknown } = ledger;
    await eventually(() => expect(acknowledged.difference(ledger.delivered).size).toBe(0), DELIVERY_TIMEOUT);
    const whole = Math.round(performance.now() - stopped);
    const delivered = ledger.delivered;
    report(
      `${fault}: recovered in ${recovery} ms, whole after ${whole} ms; ${acknowledged.size} acknowledged, ${unknown.size} unknown, ${delivered.size} delivered in ${ledger.posts()} POSTs (seed ${seed})`,
    );
    expect(new Set(delivered.keys()).difference(acknowledged.union(unknown))).toEqual(new Set());
    for (const [email, ids] of delivered) expect({ email, events: ids.size }).toEqual({ email, events: 1 });
    const fromFeed = await eventually(async () => {
      const emails = await ledger.readFeed();
      expect(acknowledged.difference(new Set(emails)).size).toBe(0);
      return emails;
    }, DELIVERY_TIMEOUT);
    // A contact with an unknown outcome may appear in between.
    const again = await ledger.readFeed();
    expect(again.slice(0, fromFeed.length)).toEqual(fromFeed);
    expect(again).toHaveLength(new Set(again).size);
    expect(new Set(again).difference(acknowledged.union(unknown))).toEqual(new Set());
    return context;
  } finally {
    await stop();
    await ledger.close();
  }
}
