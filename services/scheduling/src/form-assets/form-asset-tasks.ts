import { request, scheduledCall } from '@space/bus';
import { assetName, formAssets, MAX_FORM_ASSETS } from '@space/contracts/assets';
import { extensionOf } from '@space/file-kinds';
import type { Ports } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { type PollingTask, pollingTask } from '@space/worker';
import { claimMoves, claimRemovals, endRemovals, type MovingFile, queueRemoval, setMoved } from './form-assets.queries.ts';

/** Files that one process moves together: each is in memory with its base64. */
const MOVES = 4;
/** The time for which a process claims files and removals; those that fail are tried again after it. */
const CLAIM_MS = MINUTE_MS;
const POLL_INTERVAL_MS = 2 * SECOND_MS;

const VISITOR = { kind: 'person', id: 'visitor', name: 'Visitor' } as const;

/** Returns the name of a file as the name of an asset; one that an asset cannot have becomes a short one with the same ending. */
const assetNameOf = (name: string): string => (assetName.safeParse(name).success ? name : `file.${extensionOf(name)}`);

/**
 * Returns the task that moves files of submissions to the library. A file stands in Postgres until it is an asset, so forms take files also
 * while the library or its store does not answer. The id of the asset follows from that of the file, so a move that is repeated makes no second
 * asset.
 */
export function fileMoveTask({ database, bus, clock, log }: Pick<Ports, 'database' | 'bus' | 'clock' | 'log'>): PollingTask {
  async function move({ space_id, id, form_id, form, submission_id, name, content_base64 }: MovingFile): Promise<void> {
    const input = { file_id: id, form_id, form_name: form, submission_id, name: assetNameOf(name), content_base64 };
    const call = scheduledCall('form_assets.store', formAssets.operations.store, { space_id, actor: VISITOR }, input);
    const { asset_id } = await request(bus, call, formAssets, 'store', input);
    // A submission that was deleted meanwhile takes its asset with it.
    if (!(await setMoved(database, space_id, id, asset_id))) await queueRemoval(database, space_id, asset_id, clock.now());
  }

  return pollingTask({
    name: 'files of submissions to assets',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const now = clock.now();
      const claimed = await claimMoves(database, now, now + CLAIM_MS, MOVES);
      await Promise.all(
        claimed.map((file) =>
          move(file).catch((error: unknown) =>
            log.warn({ err: error, file_id: file.id }, 'moving a file of a submission to the library failed; retrying in 1 minute'),
          ),
        ),
      );
      return claimed.length === MOVES;
    },
    onError: (error) => log.warn({ err: error }, 'moving files of submissions to the library failed; retrying in 1 s'),
  });
}

/** Returns the task that deletes the assets of erased submissions in the library. */
export const assetRemovalTask = ({ database, bus, clock, log }: Pick<Ports, 'database' | 'bus' | 'clock' | 'log'>): PollingTask =>
  pollingTask({
    name: 'assets of erased submissions',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const now = clock.now();
      const claimed = await claimRemovals(database, now, now + CLAIM_MS, MAX_FORM_ASSETS);
      const [first] = claimed;
      if (!first) return false;
      const input = { asset_ids: claimed.map(({ asset_id }) => asset_id) };
      const call = scheduledCall('form_assets.remove', formAssets.operations.remove, { space_id: first.space_id, actor: VISITOR }, input);
      await request(bus, call, formAssets, 'remove', input);
      await endRemovals(database, first.space_id, input.asset_ids);
      return true;
    },
    onError: (error) => log.warn({ err: error }, 'deleting the assets of erased submissions failed; retrying in 1 minute'),
  });
