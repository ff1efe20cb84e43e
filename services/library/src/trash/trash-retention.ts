import { ASSET_TRASH_DAYS } from '@space/contracts/assets';
import { FOLDER_TRASH_DAYS } from '@space/contracts/folders';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { type RetentionRule, retentionTask } from '@space/worker';
import { findAssetRows } from '../rows/asset-rows.queries.ts';
import { deleteForGood } from './delete-for-good.ts';
import { deleteExpiredFolders, findExpiredAssets } from './trash.queries.ts';

/** Assets that one transaction deletes. */
const CHUNK = 100;

/** Returns the rules by which assets and folders leave the trash. Assets that something uses stay. They are deleted without events. */
export function trashRetentionRules({ database, clock }: Pick<Ports, 'database' | 'clock'>): readonly RetentionRule[] {
  const expired = (days: number) => isoTime(clock.now() - days * DAY_MS);
  return [
    {
      what: 'assets in the trash',
      deleteChunk: (limit) =>
        database.transaction(async function deleteExpired(tx) {
          const assets = await findExpiredAssets(tx, expired(ASSET_TRASH_DAYS), limit);
          const timed = Object.assign(Object.create(tx), { now: isoTime(clock.now()) });
          const bySpace = [...Map.groupBy(assets, ({ space_id }) => space_id)].sort(([one], [other]) => (one < other ? -1 : 1));
          for (const [space, of] of bySpace) {
            // A use may have been noted between the look for expired assets and their locks.
            const rows = await findAssetRows(
              tx,
              space,
              of.map(({ id }) => id),
            );
            const unused = [...rows.values()].filter(({ uses }) => uses === 0).map(({ id }) => id);
            await deleteForGood(timed, space, unused);
          }
          return assets.length;
        }),
    },
    { what: 'folders in the trash', deleteChunk: (limit) => deleteExpiredFolders(database, expired(FOLDER_TRASH_DAYS), limit) },
  ];
}

/** Returns the task that empties the trash. */
export const trashRetention = (ports: Ports): Task =>
  retentionTask({
    name: 'trash of folders and assets',
    rules: trashRetentionRules(ports),
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => ports.log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
  });
