import { UNREAD_VARIANT_DAYS, UNUSED_OBJECT_HOURS } from '@space/contracts/assets';
import { isoTime } from '@space/database';
import { objectsOf, type Ports, type Task } from '@space/runtime';
import { DAY_MS, HOUR_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import { readVariantKey, VARIANTS, variantKey } from './variant-keys.ts';
import { deleteVariant, findUnreadVariants, isKnownVariant, lockUnread } from './variants.queries.ts';

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
async function sweepVariants(ports: Ports): Promise<number> {
  const store = objectsOf(ports);
  const before = ports.clock.now() - UNUSED_OBJECT_HOURS * HOUR_MS;
  let removed = 0;
  for (let after: string | undefined; ; ) {
    const page = await store.list(VARIANTS, after === undefined ? {} : { after });
    for (const { key } of page.objects.filter(({ modified_at }) => modified_at < before)) {
      const ref = readVariantKey(key);
      if (!ref || (await isKnownVariant(ports.database, ref))) continue;
      await store.remove([key]);
      removed += 1;
    }
    if (page.next === undefined) return removed;
    after = page.next;
  }
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
