import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { asApiError } from '../../../api/api-error.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { useThing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { revertRows } from '../rows/row-writes.ts';
import { type Row, rowsKey, type Table } from '../table/table.ts';
import { RowComments } from './row-comments.tsx';
import { RowFields } from './row-fields.tsx';
import { RowHistory } from './row-history.tsx';
import './record.css';

/** Props of the drawer of a row. */
export interface RowDrawerProps {
  readonly table: Table;
  readonly row_id: string;
  readonly onClose: () => void;
}

/** Renders a row next to its table: its cells, its comments and its history. A row that was deleted still has its history. */
export function RowDrawer({ table, row_id, onClose }: RowDrawerProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const path = { table_id: table.id, row_id };
  const row = useThing<Row>(space.id, 'rows', 'get', path);
  const isWritable = space.scopes.includes('tables:write') && !table.archived;
  const isGone = row.error !== null && asApiError(row.error).status === 404;
  const title = row.data?.value.title ?? table.singular_label ?? 'Row';
  const refresh = () => queries.invalidateQueries({ queryKey: rowsKey(space.id) });
  async function remove(): Promise<void> {
    const etag = row.data?.etag;
    const { previous_version: version } = await spaceClient(space.id).rows.delete(path, { ...(etag !== undefined && { if_match: etag }) });
    const said = `“${title}” is deleted.`;
    if (version !== null) pushUndo({ said, undo: () => revertRows(space.id, table.id, [[{ row_id, version }]]).finally(refresh) });
    sayDone(said);
    onClose();
    await refresh();
  }
  const history = <RowHistory table={table} row_id={row_id} isWritable={isWritable} />;
  return (
    <Dialog title={isGone ? 'Deleted row' : title} open onClose={onClose} look="drawer">
      <div className="stack">
        <div className="row">
          <SameCall contract="rows" name="get" args={path} />
          {isWritable && row.data && (
            <Button look="danger" small onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
          <IdText id={row_id} />
        </div>
        {isGone && <p role="status">This row was deleted. Return to one of its versions to bring it back.</p>}
        {row.error && !isGone && <ProblemNotice error={row.error} onRetry={row.refetch} />}
        {!row.data && !row.error && <Skeleton />}
        {isGone && history}
        {row.data && !isGone && (
          <Tabs
            label="Row"
            tabs={[
              { name: 'cells', label: 'Cells', panel: <RowFields table={table} thing={row.data} isWritable={isWritable} /> },
              { name: 'comments', label: 'Comments', panel: <RowComments table_id={table.id} row_id={row_id} isWritable={isWritable} /> },
              { name: 'history', label: 'History', panel: history },
            ]}
          />
        )}
        {isDeleting && (
          <ConfirmDialog title="Delete this row?" action="Delete the row" onConfirm={remove} onClose={() => setDeleting(false)}>
            <p>Undo or its history brings it back, with its comments.</p>
          </ConfirmDialog>
        )}
      </div>
    </Dialog>
  );
}
