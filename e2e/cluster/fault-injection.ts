import { randomInt } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { type Ledger, openLedger, RECOVERY_TIMEOUT } from './ledger.ts';
import type { OwnCluster } from './own-cluster.ts';

const WRITERS = 4;
const ENOUGH = 10;
const EVERYTHING = { timeout: 180_000 };

/** What a blow is struck with. */
export interface FaultContext {
  readonly client: Client;
  readonly space_id: string;
  readonly ledger: Ledger;
  /** A whole number from 0 up to and without `below`, from the seed of this row. */
  random(below: number): number;
}

const report = (line: string): void => void process.stderr.write(`crash matrix: ${line}\n`);

/** Numbers that a seed repeats. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Waits until a contact that is created from now on is acknowledged and delivered. */
async function untilDelivered(ledger: Ledger): Promise<void> {
  const email = await ledger.createOne();
  await eventually(() => expect(ledger.delivered.has(email)).toBe(true), RECOVERY_TIMEOUT);
}

/**
 * One row of the matrix: under load, `strike` hurts the cluster and heals it; then everything that was acknowledged
 * must arrive at a webhook and in a feed, nothing that nobody asked for may, and each contact under one event id only; the
 * feed tells of each once and to every reader in the same order.
 */
export async function expectNoEventLost(
  cluster: OwnCluster,
  row: string,
  strike: (blow: FaultContext) => Promise<void>,
): Promise<FaultContext> {
  const seed = Number(process.env.SPACE_SEED ?? randomInt(2 ** 31));
  const { client, space_id } = await cluster.newClient();
  const ledger = await openLedger(client);
  const blow: FaultContext = { client, space_id, ledger, random: numbersOf(seed) };
  const stop = ledger.write(WRITERS);
  try {
    await untilDelivered(ledger);
    await strike(blow);
    const healed = performance.now();
    await untilDelivered(ledger);
    const recovery = Math.round(performance.now() - healed);
    // A row proves something by how much was under way; a slow machine takes longer to get there.
    await eventually(() => expect(ledger.acknowledged.size).toBeGreaterThan(ENOUGH), RECOVERY_TIMEOUT);
    await stop();
    const stopped = performance.now();
    const { acknowledged, unknown } = ledger;
    await eventually(() => expect(acknowledged.difference(ledger.delivered).size).toBe(0), EVERYTHING);
    const whole = Math.round(performance.now() - stopped);
    const delivered = ledger.delivered;
    report(
      `${row}: recovered in ${recovery} ms, whole after ${whole} ms; ${acknowledged.size} acknowledged, ${unknown.size} unknown, ${delivered.size} delivered in ${ledger.posts()} POSTs (seed ${seed})`,
    );
    expect(new Set(delivered.keys()).difference(acknowledged.union(unknown))).toEqual(new Set());
    for (const [email, ids] of delivered) expect({ email, events: ids.size }).toEqual({ email, events: 1 });
    const fed = await eventually(async () => {
      const emails = await ledger.readFeed();
      expect(acknowledged.difference(new Set(emails)).size).toBe(0);
      return emails;
    }, EVERYTHING);
    // A contact of which nobody knows whether it was made may come in between.
    const again = await ledger.readFeed();
    expect(again.slice(0, fed.length)).toEqual(fed);
    expect(again).toHaveLength(new Set(again).size);
    expect(new Set(again).difference(acknowledged.union(unknown))).toEqual(new Set());
    return blow;
  } finally {
    await stop();
    await ledger.close();
  }
}
