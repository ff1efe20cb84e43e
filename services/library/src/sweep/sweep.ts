import { UNUSED_OBJECT_HOURS } from '@space/contracts/assets';
import { isoTime } from '@space/database';
import { objectsOf, type Ports, type Task } from '@space/runtime';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import { OBJECTS, objectKey, readObjectKey, readUploadKey, UPLOADS } from '../objects/object-keys.ts';
import {
  deleteObject,
  findKnownObjects,
  findUnusedObjects,
  findVariantKeys,
  isToBeRemoved,
  lockObject,
  type ObjectRef,
} from '../objects/objects.queries.ts';
import { findOpenUploads } from '../uploads/uploads.queries.ts';

/** Objects that one round looks at before it removes them. */
const BATCH = 100;

/** Pause between two looks at all keys of the store, in hours. */
const SWEEP_HOURS = 6;

const before = ({ clock }: Pick<Ports, 'clock'>): number => clock.now() - UNUSED_OBJECT_HOURS * HOUR_MS;

/** Removes objects that no version of an asset has and whose time has come; returns their number. The bytes go before their row. */
export async function removeUnusedObjects(ports: Ports): Promise<number> {
  const now = isoTime(ports.clock.now());
  let removed = 0;
  for (;;) {
    const unused = await findUnusedObjects(ports.database, now, BATCH);
    for (const ref of unused)
      await ports.database.transaction(async function removeInTransaction(tx) {
        await lockObject(tx, ref);
        if (!(await isToBeRemoved(tx, ref, now))) return;
        // Before the first write of the transaction: an open one that has written delays events.
        await objectsOf(ports).remove([objectKey(ref.space_id, ref.sha256), ...(await findVariantKeys(tx, ref))]);
        await deleteObject(tx, ref);
        removed += 1;
      });
    if (unused.length < BATCH) return removed;
  }
}

/**
 * Looks at every key of the object store and removes what no row names and is older than `UNUSED_OBJECT_HOURS`: what a killed process or a
 * restored backup of the rows left. Returns the number of removed objects.
 */
export async function sweepObjects(ports: Ports): Promise<number> {
  const store = objectsOf(ports);
  let removed = 0;
  for (const prefix of [OBJECTS, UPLOADS])
    for (let after: string | undefined; ; ) {
      const page = await store.list(prefix, after === undefined ? {} : { after });
      const old = page.objects.filter(({ modified_at }) => modified_at < before(ports)).map(({ key }) => key);
      removed += prefix === OBJECTS ? await removeUnknownObjects(ports, old) : await removeEndedUploads(ports, old);
      if (page.next === undefined) break;
      after = page.next;
    }
  await store.removeLeftovers(before(ports));
  return removed;
}

async function removeUnknownObjects(ports: Ports, keys: readonly string[]): Promise<number> {
  const refs = keys.flatMap((key) => readObjectKey(key) ?? []);
  if (refs.length === 0) return 0;
  const known = await findKnownObjects(ports.database, refs);
  let removed = 0;
  for (const ref of refs.filter((one) => !known.has(nameOf(one)))) if (await removeUnknownObject(ports, ref)) removed += 1;
  return removed;
}

/** Removes an object without a row. A call that begins to use it waits, and then stores the bytes again. */
const removeUnknownObject = (ports: Ports, ref: ObjectRef): Promise<boolean> =>
  ports.database.transaction(async function removeInTransaction(tx) {
    await lockObject(tx, ref);
    if ((await findKnownObjects(tx, [ref])).size > 0) return false;
    await objectsOf(ports).remove([objectKey(ref.space_id, ref.sha256)]);
    return true;
  });

async function removeEndedUploads(ports: Ports, keys: readonly string[]): Promise<number> {
  const ids = keys.flatMap((key) => readUploadKey(key) ?? []);
  if (ids.length === 0) return 0;
  const open = new Set(await findOpenUploads(ports.database, ids));
  const gone = keys.filter((key) => !open.has(readUploadKey(key) ?? ''));
  await objectsOf(ports).remove(gone);
  return gone.length;
}

const nameOf = ({ space_id, sha256 }: ObjectRef): string => `${space_id} ${sha256}`;

/** Returns the task that removes the bytes that no asset has. Any number of processes may run it. */
export const objectSweeper = (ports: Ports): Task =>
  periodicTask({
    name: 'objects that no asset has',
    jobs: [
      { everyMs: MINUTE_MS, act: async () => void (await removeUnusedObjects(ports)) },
      { everyMs: SWEEP_HOURS * HOUR_MS, act: async () => void (await sweepObjects(ports)) },
    ],
    onError: (error) => ports.log.warn({ err: error }, 'removing unused objects failed; retrying later'),
  });
