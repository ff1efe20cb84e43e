import type { ContentTypes } from '../kinds/content-kind.ts';
import type { ContentPorts } from '../kinds/content-ports.ts';
import { loadState } from '../storage/load-state.ts';
import { storeCheckpoint } from '../versions/versions.queries.ts';
import { noteSaved, removeState, storeState, type Unsaved } from './due-contents.queries.ts';

/**
 * Stores the sum of all updates of a content in one piece, so that few updates are read. After a pause, and after many changes and some minutes, it
 * is a checkpoint, which can be read as a version for longer than the updates. Several processes may do it: all store the same state.
 */
export async function saveState<T extends ContentTypes>(
  { ports: { database }, kind }: Pick<ContentPorts<T>, 'ports' | 'kind'>,
  unsaved: Unsaved,
): Promise<void> {
  const { space_id: space, id, content_version: version, edited_by: actor, edited_at } = unsaved;
  const state = await loadState(database, kind.work, space, id, version);
  if (state === null) return;
  const isCheckpoint = isCheckpointDue(unsaved, kind.limits.changes_per_checkpoint);
  await database.transaction(async function saveInTransaction(tx) {
    if (!(await noteSaved(tx, kind.tables, space, id, version, isCheckpoint))) return;
    if (!isCheckpoint) {
      await storeState(tx, kind.tables, space, id, version, state);
      return;
    }
    await storeCheckpoint(tx, kind.tables, { space, id, version, state, label: null, actor, created_at: edited_at });
    await removeState(tx, kind.tables, space, id);
  });
}

/** Returns true if the present content is to be stored as a version: after a pause, and while people write without one, now and then. */
function isCheckpointDue({ content_version, checkpoint_version, is_quiet, is_checkpoint_old }: Unsaved, changes: number): boolean {
  const since = content_version - checkpoint_version;
  return is_quiet ? since > 0 : since >= changes && is_checkpoint_old;
}
