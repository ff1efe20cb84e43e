import { CHANGES_PER_VERSION } from '@space/contracts/documents';
import type { DocumentPorts } from '../content/document-ports.ts';
import { loadState } from '../storage/load-state.ts';
import { storeCheckpoint } from '../versions/versions.queries.ts';
import { noteSaved, removeState, storeState, type Unsaved } from './due-documents.queries.ts';

/**
 * Stores the sum of all updates of a document in one piece, so that few updates are read. After a pause, and after many changes, it is a checkpoint,
 * which can be read as a version for longer than the updates. Several processes may do it: all store the same state.
 */
export async function saveVersion({ ports, texts }: DocumentPorts, document: Unsaved): Promise<void> {
  const { space_id: space, id, content_version: version, checkpoint_version, edited_by: actor, edited_at, is_quiet } = document;
  const state = await loadState(ports.database, texts, space, id, version);
  if (state === null) return;
  const isCheckpoint = (is_quiet && version > checkpoint_version) || version - checkpoint_version >= CHANGES_PER_VERSION;
  await ports.database.transaction(async function saveInTransaction(tx) {
    if (!(await noteSaved(tx, space, id, version, isCheckpoint))) return;
    if (!isCheckpoint) {
      await storeState(tx, space, id, version, state);
      return;
    }
    await storeCheckpoint(tx, { space, document_id: id, version, state, label: null, actor, created_at: edited_at });
    await removeState(tx, space, id);
  });
}
