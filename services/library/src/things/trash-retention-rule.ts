import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS } from '@space/time';
import type { RetentionRule } from '@space/worker';
import { deleteWithUses, findExpired } from './things.queries.ts';
import type { ThingKind } from './things.ts';

/** Returns the rule by which things of a kind leave the trash after some days. They are deleted without events. */
export const trashRetentionRule = (
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  kind: Exclude<ThingKind, 'asset'>,
  days: number,
): RetentionRule => ({
  what: `${kind}s in the trash`,
  deleteChunk: (limit) =>
    database.transaction(async function deleteExpired(tx) {
      const expired = await findExpired(tx, kind, isoTime(clock.now() - days * DAY_MS), limit);
      for (const [space, of] of Map.groupBy(expired, ({ space_id }) => space_id))
        await deleteWithUses(
          tx,
          space,
          kind,
          of.map(({ id }) => id),
        );
      return expired.length;
    }),
});
