import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import { rereadTables } from '../parts/reread-table.ts';
import { restoreSentences, type Snapshot, snapshotName } from './snapshots.ts';

/** Renders the dialog before a table goes back to a state: a dry run says what would change. The restore can be undone. */
export function RestoreDialog({ snapshot, onClose }: { readonly snapshot: Snapshot; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { table_id, id: snapshot_id } = snapshot;
  const { snapshots } = spaceClient(space.id);
  const { data, error, refetch } = useQuery({
    queryKey: ['space', space.id, 'snapshots', 'restore', snapshot_id],
    queryFn: ({ signal }) => snapshots.restore({ table_id, snapshot_id }, { dry_run: true, signal }),
    gcTime: 0,
    staleTime: 0,
  });

  async function restore(): Promise<void> {
    const { undo_snapshot_id } = await snapshots.restore({ table_id, snapshot_id });
    await rereadTables(queries, space.id);
    const said = `The table is back at “${snapshotName(snapshot)}”.`;
    pushUndo({
      said,
      undo: async () => {
        await snapshots.restore({ table_id, snapshot_id: undo_snapshot_id });
        await rereadTables(queries, space.id);
      },
    });
  }

  return (
    <ConfirmDialog title={`Go back to “${snapshotName(snapshot)}”?`} action="Restore the table" onConfirm={restore} onClose={onClose}>
      <div className="stack">
        <p>All changes since go away, those of others too. The state of now is saved first, so the restore can be undone.</p>
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton />}
        {data && (
          <ul className="notice" role="status">
            {restoreSentences(data).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </ConfirmDialog>
  );
}
