import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { cellText } from '../cells/cell-text.ts';
import { type Column, rowsKey } from '../table/table.ts';
import type { CellConflict } from './row-writes.ts';

/** Props of the question which of two values of a cell stays. */
export interface ConflictDialogProps {
  readonly space_id: string;
  readonly table_id: string;
  readonly column: Column;
  readonly conflict: CellConflict;
  readonly onResolve: (isMine: boolean) => Promise<void>;
}

/** Renders both values of a cell that someone else changed while it was edited, and the choice between them. */
export function ConflictDialog({ space_id, table_id, column, conflict, onResolve }: ConflictDialogProps): ReactElement {
  const [error, setError] = useState<unknown>();
  const row_id = conflict.row.id;
  const history = useQuery({
    queryKey: [...rowsKey(space_id), 'history', table_id, row_id, 1],
    queryFn: ({ signal }) => spaceClient(space_id).rows.history({ table_id, row_id, limit: 1 }, { signal }),
    staleTime: 0,
  });
  const last = history.data?.data[0];
  const choose = (isMine: boolean) => void onResolve(isMine).catch(setError);
  return (
    <Dialog title="This cell was changed meanwhile" open onClose={() => choose(false)}>
      <div className="stack">
        <p>
          {last?.actor?.name ?? 'Someone'} changed “{column.label}” {last ? <TimeAgo at={last.created_at} /> : 'meanwhile'}.
        </p>
        <dl className="two-values">
          <dt>Yours</dt>
          <dd>{cellText(column, conflict.mine) || 'empty'}</dd>
          <dt>Theirs</dt>
          <dd>{cellText(column, conflict.row.data[column.key]) || 'empty'}</dd>
        </dl>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={() => choose(false)}>Take theirs</Button>
          <Button look="primary" onClick={() => choose(true)}>
            Keep mine
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
