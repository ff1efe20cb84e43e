import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { StateBadge } from '../../../../parts/state-badge.tsx';
import { sayFailed } from '../../../../parts/toast.tsx';
import { makeChange } from '../../../../shell/change.ts';
import { useSpace } from '../../../../shell/session.tsx';
import type { Column, Table } from '../../table/table.ts';
import { labelOfType } from './column-kinds.ts';
import { DeleteColumnDialog } from './delete-column-dialog.tsx';

/** Renders the columns of a table in their order, with a way to change, move and delete each. */
export function ColumnList({ table, onEdit }: { readonly table: Table; readonly onEdit: (column_id: string) => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [deleted, setDeleted] = useState<Column>();

  async function move(column: Column, place: number, by: number): Promise<void> {
    setBusy(true);
    await makeChange(queries, {
      space_id: space.id,
      contract: 'columns',
      name: 'update',
      path: { table_id: table.id, column_id: column.id },
      fields: { position: place + by },
      before: { position: place },
      said: `“${column.label}” is column ${place + by + 1}.`,
    }).catch(sayFailed);
    setBusy(false);
  }

  return (
    <>
      <ol className="column-list">
        {table.columns.map((column, place) => (
          <li key={column.id}>
            <div className="column-name">
              <Button look="plain" small onClick={() => onEdit(column.id)}>
                {column.label}
              </Button>
              <span className="soft">
                {labelOfType(column.type)} · <code>{column.key}</code>
                {column.key === table.title_field_key && ' · title'}
              </span>
              {column.status !== 'ok' && <ColumnStatus column={column} />}
            </div>
            <Button
              look="plain icon"
              small
              aria-label={`Move ${column.label} up`}
              disabled={isBusy || place === 0}
              onClick={() => void move(column, place, -1)}
            >
              <ArrowUp size={15} aria-hidden="true" />
            </Button>
            <Button
              look="plain icon"
              small
              aria-label={`Move ${column.label} down`}
              disabled={isBusy || place === table.columns.length - 1}
              onClick={() => void move(column, place, 1)}
            >
              <ArrowDown size={15} aria-hidden="true" />
            </Button>
            <Button look="plain icon" small aria-label={`Delete ${column.label}`} onClick={() => setDeleted(column)}>
              <Trash2 size={15} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {deleted && <DeleteColumnDialog column={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

/** Renders why the cells of a computed column are not up to date. */
const ColumnStatus = ({ column: { status, error, progress } }: { readonly column: Column }): ReactElement => (
  <span>
    <StateBadge state={status} /> {error?.message}
    {progress && `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')} rows`}
  </span>
);
