import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { deleteInChunks, type RetentionRule } from '@space/worker';
import { deleteWithUses, findExpired } from './things.queries.ts';
import type { ThingKind } from './things.ts';

/** Things of one transaction: a document or whiteboard has thousands of rows. */
const THINGS = 20;

/** Returns the rule by which things of a kind leave the trash after some days. They are deleted without events. */
export function trashRetentionRule(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  kind: Exclude<ThingKind, 'asset'>,
  days: number,
): RetentionRule {
  const deleteSome = (limit: number) =>
    database.transaction(async function deleteExpired(tx) {
      const expired = await findExpired(tx, kind, isoTime(clock.now() - days * DAY_MS), limit);
      for (const [space, of] of Map.groupBy(expired, ({ space_id }) => space_id)) {
        const ids = of.map(({ id }) => id);
        await deleteWithUses(tx, space, kind, ids);
      }
      return expired.length;
    });
  return { what: `${kind}s in the trash`, deleteChunk: (limit) => deleteInChunks(deleteSome, Math.min(limit, THINGS)) };
}
