import { type ShowingThing, showingServices } from '@space/contracts/assets';
import { isoTime } from '@space/database';
import { metrics, type Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { invalidateAssets } from '../announcements/announce-changes.ts';
import { findDifferent, findShowingThings, type ReplacedUses, replaceUses } from '../uses/uses.queries.ts';
import { readUses } from './read-uses.ts';
import { endRescan, type Lease, type Rescan, renewLease, requestDifferences } from './rescans.queries.ts';

/** The life of a lease: longer than the answer of a service may take. */
export const LEASE_MS = 2 * MINUTE_MS;

/** The time in which an event must explain a difference that a comparison has found. */
const EXPLANATION_DELAY_MS = MINUTE_MS;

/** The ports of a rescan. */
export type RescanPorts = Pick<Ports, 'bus' | 'database' | 'clock' | 'log'>;

/** Thrown when another process has taken the lease: this one stores nothing more. */
export class LeaseLostError extends Error {}

type Transaction = CommonQueryMethods & { readonly now: string };

/** Stores a part of an answer while this process has the lease. Returns its result after the commit. */
async function storeUnderLease<Result>(ports: RescanPorts, lease: Lease, store: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const now = ports.clock.now();
  return ports.database.transaction(async function storeInTransaction(tx) {
    if (!(await renewLease(tx, lease, isoTime(now + LEASE_MS)))) throw new LeaseLostError();
    return store(Object.assign(Object.create(tx), { now: isoTime(now) }));
  });
}

/** A thing with the assets that it shows; without any its name is unknown. */
type Shown = Pick<ShowingThing, 'kind' | 'thing_id' | 'places'> & Partial<ShowingThing>;

const replace = (tx: Transaction, space: string, { kind, thing_id, name = '', path = '', container_id, places }: Shown) =>
  replaceUses(tx, space, { kind, id: thing_id, name, path, container_id }, places);

/**
 * Stores what one thing shows, as its service has answered, and ends its rescan. A thing of this service that has changed after the question is
 * read again instead: its change has stored its uses already.
 */
export async function storeThing(ports: RescanPorts, lease: Lease, rescan: Rescan, answer: readonly ShowingThing[]): Promise<void> {
  const { space_id, service, kind, thing_id } = rescan;
  const thing = answer.find((one) => one.kind === kind && one.thing_id === thing_id) ?? { kind, thing_id, places: [] };
  const replaced = await storeUnderLease(ports, lease, async (tx) => {
    const isLatest = await endRescan(tx, rescan);
    return isLatest || service !== 'library' ? replace(tx, space_id, thing) : { changes: 0, public_changes: [] };
  });
  invalidateAssets(ports.bus, replaced.public_changes);
  if (rescan.is_difference && replaced.changes > 0) countDifference(ports, rescan, thing);
}

/** A thing that is gone may have left the trash of its service after its time, which has no event. */
function countDifference({ log }: RescanPorts, { service, kind, thing_id }: Rescan, { places }: Shown): void {
  const difference = places.length === 0 ? 'ended' : 'shown';
  metrics.assetUseDifferences.inc({ owner: service, difference });
  log.warn({ service, kind, thing_id, difference }, 'the uses of assets differed from what a thing shows and were corrected');
}

/** Reads all things of a service, or of a container, and stores what they show. Returns after the last page. */
export async function storeAll(ports: RescanPorts, lease: Lease, rescan: Rescan): Promise<void> {
  const { space_id, service, container_id } = rescan;
  const rest = keysOf(await findShowingThings(ports.database, space_id, showingServices[service].kinds, container_id));
  for await (const things of readUses(ports.bus, rescan)) {
    if (things.length === 0) continue;
    for (const thing of things) rest.delete(keyOf(thing));
    const replaced = await storeUnderLease(ports, lease, (tx) => replaceEach(tx, space_id, things));
    invalidateAssets(ports.bus, publicChanges(replaced));
  }
  const replaced = await storeUnderLease(ports, lease, async (tx) => {
    const results = await replaceEach(
      tx,
      space_id,
      [...rest.values()].map((thing) => ({ ...thing, places: [] })),
    );
    await endRescan(tx, rescan);
    return results;
  });
  invalidateAssets(ports.bus, publicChanges(replaced));
}

async function replaceEach(tx: Transaction, space: string, things: readonly Shown[]): Promise<ReplacedUses[]> {
  const replaced: ReplacedUses[] = [];
  for (const thing of things) replaced.push(await replace(tx, space, thing));
  return replaced;
}

const publicChanges = (replaced: readonly ReplacedUses[]): string[] => replaced.flatMap(({ public_changes }) => public_changes);

/**
 * Compares all uses of a service with what its things show. It stores nothing: a thing that differs is read again a minute later, unless an
 * event about it comes before.
 */
export async function compareAll(ports: RescanPorts, lease: Lease, rescan: Rescan): Promise<void> {
  const { space_id, service } = rescan;
  const { database, clock } = ports;
  const rest = keysOf(await findShowingThings(database, space_id, showingServices[service].kinds, ''));
  const request = (tx: Transaction, things: readonly ThingKey[]) =>
    requestDifferences(
      tx,
      things.map(({ kind, thing_id, container_id = '' }) => ({ space_id, service, kind, thing_id, container_id })),
      isoTime(clock.now() + EXPLANATION_DELAY_MS),
      tx.now,
    );
  for await (const things of readUses(ports.bus, rescan)) {
    if (things.length === 0) continue;
    for (const thing of things) rest.delete(keyOf(thing));
    await storeUnderLease(ports, lease, async (tx) => {
      const keys = new Set((await findDifferent(tx, space_id, things)).map(keyOf));
      await request(
        tx,
        things.filter((thing) => keys.has(keyOf(thing))),
      );
    });
  }
  await storeUnderLease(ports, lease, async (tx) => {
    await request(tx, [...rest.values()]);
    await endRescan(tx, rescan);
  });
}

interface ThingKey {
  readonly kind: string;
  readonly thing_id: string;
  readonly container_id?: string | undefined;
}

const keyOf = ({ kind, thing_id }: ThingKey): string => `${kind} ${thing_id}`;

const keysOf = (things: readonly ThingKey[]): Map<string, ThingKey> => new Map(things.map((thing) => [keyOf(thing), thing]));
