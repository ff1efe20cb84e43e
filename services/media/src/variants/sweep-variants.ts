import { UNREAD_VARIANT_DAYS, UNUSED_OBJECT_HOURS } from '@space/contracts/assets';
import { isoTime } from '@space/database';
import { objectsOf, type Ports, type Task } from '@space/runtime';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import { contentTypeOf, readVariantKey, VARIANTS, variantKey } from './variant-keys.ts';
import {
  claimVariant,
  deleteVariant,
  findUnknownVariants,
  findUnreadVariants,
  hasPicture,
  lockPicture,
  lockUnread,
  type VariantRef,
} from './variants.queries.ts';

/** Variants that one round looks at before it removes them. */
const BATCH = 100;

/** Pause between two looks at all keys of the store, in hours. */
const SWEEP_HOURS = 6;

/** Removes variants that were not read for a time; returns their number. The bytes go before their row. */
export async function removeUnreadVariants(ports: Ports): Promise<number> {
  const since = isoTime(ports.clock.now() - UNREAD_VARIANT_DAYS * DAY_MS);
  let removed = 0;
  for (;;) {
    const unread = await findUnreadVariants(ports.database, since, BATCH);
    for (const ref of unread)
      await ports.database.transaction(async function removeInTransaction(tx) {
        if (!(await lockUnread(tx, ref, since))) return;
        await objectsOf(ports).remove([variantKey(ref)]);
        await deleteVariant(tx, ref);
        removed += 1;
      });
    if (unread.length < BATCH) return removed;
  }
}

/** Removes old objects of variants that no row names: what a killed process left. Returns their number. */
export async function sweepVariants(ports: Ports): Promise<number> {
  const store = objectsOf(ports);
  const before = ports.clock.now() - UNUSED_OBJECT_HOURS * HOUR_MS;
  let removed = 0;
  for (let after: string | undefined; ; ) {
    const page = await store.list(VARIANTS, after === undefined ? {} : { after });
    const refs = page.objects.filter(({ modified_at }) => modified_at < before).flatMap(({ key }) => readVariantKey(key) ?? []);
    const unknown = refs.length === 0 ? [] : await findUnknownVariants(ports.database, refs);
    for (const ref of unknown) if (await removeUnknownVariant(ports, ref)) removed += 1;
    if (page.next === undefined) return removed;
    after = page.next;
  }
}

/**
 * Removes the object of a variant that has no row. Meanwhile no process makes it: this one claims it, or the picture is gone and its bytes
 * are locked. Returns false if a row is there by now.
 */
async function removeUnknownVariant(ports: Ports, ref: VariantRef): Promise<boolean> {
  const { database, clock } = ports;
  const store = objectsOf(ports);
  const claim = { now: isoTime(clock.now()), until: isoTime(clock.now() + MINUTE_MS) };
  if ((await claimVariant(database, ref, contentTypeOf(ref), claim)) !== null) {
    await store.remove([variantKey(ref)]);
    await deleteVariant(database, ref);
    return true;
  }
  return database.transaction(async function removeInTransaction(tx) {
    await lockPicture(tx, ref);
    if (await hasPicture(tx, ref)) return false;
    await store.remove([variantKey(ref)]);
    return true;
  });
}

/** Returns the task that removes variants that none needs. Any number of processes may run it. */
export const variantSweeper = (ports: Ports): Task =>
  periodicTask({
    name: 'variants that none reads',
    jobs: [
      { everyMs: HOUR_MS, act: async () => void (await removeUnreadVariants(ports)) },
      { everyMs: SWEEP_HOURS * HOUR_MS, act: async () => void (await sweepVariants(ports)) },
    ],
    onError: (error) => ports.log.warn({ err: error }, 'removing variants failed; retrying later'),
  });
