import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { rereadTables } from '../extras/parts/reread-table.ts';
import type { ListedTable } from '../table/table-list.ts';

/** Props of the dialog; `onDeleted` runs when the table is gone. */
export interface DeleteTableDialogProps {
  readonly table: Pick<ListedTable, 'id' | 'name'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Renders the dialog before a table is deleted for good: it says what goes, and asks for the name. */
export function DeleteTableDialog({ table: { id: table_id, name }, onClose, onDeleted }: DeleteTableDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['space', space.id, 'tables', 'get', table_id, 'sizes'],
    queryFn: ({ signal }) => spaceClient(space.id).tables.get({ table_id }, { signal }),
  });
  async function remove(): Promise<void> {
    await spaceClient(space.id).tables.delete({ table_id, hard: true });
    onDeleted?.();
    await rereadTables(queries, space.id);
    sayDone(`“${name}” is deleted.`);
  }
  return (
    <ConfirmDialog title="Delete this table for good?" action="Delete the table" typed={name} onConfirm={remove} onClose={onClose}>
      <div className="stack">
        <p>
          {data
            ? `${counted(data.row_count, 'row')}, ${counted(data.columns.length, 'column')}, ${counted(data.views.length, 'view')}`
            : 'All rows'}
          , the share links, comments and snapshots go with it. There is no way back.
        </p>
        <p>Columns of other tables that refer to it get an error. An archived table can be restored.</p>
      </div>
    </ConfirmDialog>
  );
}

const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
