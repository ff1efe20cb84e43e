import { MAX_ASSETS, UNUSED_OBJECT_HOURS } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import { type ObjectStore, ObjectStoreRefusal } from '@space/object-store';
import { objectsOf, type Ports } from '@space/runtime';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { asProblem } from './as-problem.ts';
import { objectKey } from './object-keys.ts';
import {
  addUsage,
  endReservation,
  findUsage,
  lockObject,
  noteStored,
  type ObjectRef,
  pretendObject,
  releaseObjects,
  reserveObject,
  useObject,
} from './objects.queries.ts';

/** The bytes of a file: in memory, or at a key of the object store that they leave. */
export type Source = { readonly bytes: Buffer } | { readonly key: string };

/** An object that is in the store until a time, unless a version gets it. */
export interface Reservation extends ObjectRef {
  readonly until: string;
}

/**
 * Puts the bytes of a file at the key of its hash, unless they are there, before a version refers to them. Throws `limit_reached`. The object has a row of its own first,
 * so that a killed process leaves none that is never removed. The sender of `key` removes it after its transaction.
 */
export async function storeObject(
  ports: Ports,
  ref: ObjectRef,
  { size, content_type }: { readonly size: number; readonly content_type: string },
  source: Source,
): Promise<Reservation> {
  const { database, clock } = ports;
  const until = isoTime(clock.now() + UNUSED_OBJECT_HOURS * HOUR_MS);
  const number = await database.transaction(async function reserveInTransaction(tx) {
    await lockObject(tx, ref);
    const reserved = await reserveObject(tx, ref, size, until);
    // A Space without room stores no bytes that would be refused later.
    if (reserved.is_unused) assertRoom(ports, (await findUsage(tx, ref.space_id))?.bytes ?? 0, size);
    return reserved.number;
  });
  await asProblem(() => putOrMove(objectsOf(ports), objectKey(ref.space_id, ref.sha256), content_type, source));
  const isNoted = await database.transaction(async function noteInTransaction(tx) {
    await lockObject(tx, ref);
    return noteStored(tx, ref, number);
  });
  if (!isNoted) throw storedTooLongAgo();
  return { ...ref, until };
}

/** The time for which an object stays after its last use: readers may have begun to read it. */
const RELEASE_DELAY_MS = MINUTE_MS;

/**
 * Runs `act`, which begins the use of a stored object. If it fails for good, the object goes soon, unless a version or a later call has it. It
 * stays for the next try otherwise.
 */
export async function orRelease<T>(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  reservation: Reservation,
  act: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => true,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    // It goes after UNUSED_OBJECT_HOURS otherwise.
    if (isFinal(error)) await endReservation(database, reservation, isoTime(clock.now() + RELEASE_DELAY_MS)).catch(() => {});
    throw error;
  }
}

const storedTooLongAgo = (): Problem => new Problem('unavailable', 'The file is no longer in the store; send the call again.');

async function putOrMove(store: ObjectStore, key: string, content_type: string, source: Source): Promise<void> {
  if (await store.head(key)) return;
  if ('key' in source) {
    if (!(await store.move(source.key, key)) && !(await store.head(key))) throw new Error(`the bytes of ${key} are not at ${source.key}`);
    return;
  }
  await store.put(key, chunks(source.bytes), { content_type, size: source.bytes.length, if_absent: true }).catch((error: unknown) => {
    if (!(error instanceof ObjectStoreRefusal) || error.code !== 'exists') throw error;
  });
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The bytes that the different files of a Space may have together; infinite for 0. */
const quotaOf = ({ config }: Pick<Ports, 'config'>): number => config.SPACE_ASSET_QUOTA_BYTES || Number.POSITIVE_INFINITY;

/** Locks objects in the order in which all transactions lock several. */
export async function lockObjects(tx: CommonQueryMethods, space: string, hashes: readonly string[]): Promise<void> {
  for (const sha256 of [...new Set(hashes)].sort()) await lockObject(tx, { space_id: space, sha256 });
}

/** A transaction with its time. */
type TimedTransaction = CommonQueryMethods & { readonly now: string };

/**
 * Begins the use of an object by a new version of an asset, and counts it and a new asset. Throws `limit_reached`. A dry run has stored no
 * object.
 */
export async function beginUse(
  ports: Pick<Ports, 'config'>,
  tx: TimedTransaction,
  ref: ObjectRef,
  { size, isNewAsset, isDryRun }: { readonly size: number; readonly isNewAsset: boolean; readonly isDryRun: boolean },
): Promise<void> {
  await lockObject(tx, ref);
  if (isDryRun) await pretendObject(tx, ref, size, tx.now);
  const wasUnused = await useObject(tx, ref);
  if (wasUnused === undefined) throw storedTooLongAgo();
  const used = await addUsage(tx, ref.space_id, { assets: isNewAsset ? 1 : 0, bytes: wasUnused ? size : 0 });
  if (used.assets > MAX_ASSETS)
    throw new Problem('limit_reached', `A Space can have ${MAX_ASSETS} assets with those in the trash; delete some for good first.`);
  if (wasUnused && used.bytes > quotaOf(ports)) throw quotaReached(ports);
}

/** Returns the refusal of bytes for which a Space has no room. */
function quotaReached({ config }: Pick<Ports, 'config'>): Problem {
  return new Problem(
    'limit_reached',
    `The files of a Space can have ${config.SPACE_ASSET_QUOTA_BYTES} bytes together; delete assets for good first, or former files with them.`,
  );
}

/** Throws `limit_reached` if a Space that uses some bytes has no room for more. */
export function assertRoom(ports: Pick<Ports, 'config'>, used: number, size: number): void {
  if (used + size > quotaOf(ports)) throw quotaReached(ports);
}

/** Ends the use of objects by versions that are gone, and counts the assets that are gone with them. */
export async function endUses(tx: TimedTransaction, space: string, hashes: readonly string[], assets: number): Promise<void> {
  await lockObjects(tx, space, hashes);
  const at = isoTime(Date.parse(tx.now) + RELEASE_DELAY_MS);
  const bytes = await releaseObjects(tx, space, [...new Set(hashes)], at);
  await addUsage(tx, space, { assets: -assets, bytes: -bytes });
}
