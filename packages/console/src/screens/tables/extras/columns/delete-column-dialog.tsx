import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../../../api/api-error.ts';
import { spaceClient } from '../../../../api/space-client.ts';
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import type { Column } from '../../table/table.ts';
import { rereadTables } from '../parts/reread-table.ts';

/** Renders the dialog before a column is deleted with its cells. A column that others read needs a second consent. */
export function DeleteColumnDialog({ column, onClose }: { readonly column: Column; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isRead, setRead] = useState(false);
  const [force, setForce] = useState(false);
  const { table_id, id: column_id, label } = column;

  async function remove(): Promise<void> {
    const { columns, snapshots } = spaceClient(space.id);
    const { snapshot_id } = await columns.delete({ table_id, column_id, force }).catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 409) setRead(true);
      throw failure;
    });
    await rereadTables(queries, space.id);
    const said = `The column “${label}” is deleted.`;
    const undo = async () => {
      await snapshots.restore({ table_id, snapshot_id });
      await rereadTables(queries, space.id);
    };
    pushUndo({ said, undo });
  }

  return (
    <ConfirmDialog title={`Delete the column “${label}”?`} action="Delete the column" onConfirm={remove} onClose={onClose}>
      <div className="stack">
        <p>Its cells go from all rows. A snapshot is taken first. Restoring it brings both back, and undoes later changes of the table.</p>
        {isRead && (
          <label className="tick">
            <input type="checkbox" checked={force} onChange={(event) => setForce(event.target.checked)} />
            <span>Delete it although other columns or views read it. They then say that they are broken.</span>
          </label>
        )}
      </div>
    </ConfirmDialog>
  );
}
