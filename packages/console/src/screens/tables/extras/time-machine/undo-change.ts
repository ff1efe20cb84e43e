import { spaceClient } from '../../../../api/space-client.ts';
import { sayDone } from '../../../../parts/toast.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import { revertSentence } from './snapshots.ts';

/**
 * Undoes one import or one change of many rows by the snapshot from before, and says what went back. The undo can be undone. Rejects with
 * ApiError.
 */
export async function undoChange(space_id: string, table_id: string, snapshot_id: string, reread: () => Promise<unknown>): Promise<void> {
  const { rows } = spaceClient(space_id);
  const answer = await rows.revert_bulk({ table_id, snapshot_id });
  await reread();
  const said = `The change is undone. ${revertSentence(answer)}`;
  const again = answer.snapshot_id;
  if (again !== null)
    pushUndo({
      said,
      undo: async () => {
        await rows.revert_bulk({ table_id, snapshot_id: again });
        await reread();
      },
    });
  else sayDone(said);
}
