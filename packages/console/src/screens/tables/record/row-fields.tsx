import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { asApiError } from '../../../api/api-error.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { ConflictDialog } from '../rows/conflict-dialog.tsx';
import { type CellConflict, type ChangedRow, overwriteCell, revertRows, writeCell } from '../rows/row-writes.ts';
import { type Row, rowsKey, type Table } from '../table/table.ts';
import { RowField } from './row-field.tsx';

/** Props of the cells of a row. */
export interface RowFieldsProps {
  readonly table: Table;
  readonly thing: Thing<Row>;
  readonly isWritable: boolean;
}

/** Renders the cells of a row as fields. A field is stored when it is left; a refused one keeps its text and says why. */
export function RowFields({ table, thing, isWritable }: RowFieldsProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const [conflict, setConflict] = useState<CellConflict>();
  const { value: row, etag } = thing;
  const refresh = () => queries.invalidateQueries({ queryKey: rowsKey(space.id) });
  function done({ id: row_id, previous_version: version }: ChangedRow, column: string): void {
    const label = table.columns.find(({ key }) => key === column)?.label ?? column;
    if (version !== null)
      pushUndo({
        said: `The cell “${label}” is changed.`,
        undo: () => revertRows(space.id, table.id, [[{ row_id, version }]]).finally(refresh),
      });
    void refresh();
  }
  async function save(column: string, value: unknown): Promise<boolean> {
    setFaults((before) => ({ ...before, [column]: undefined }));
    try {
      const change = { space_id: space.id, table_id: table.id, row_id: row.id, column, shown: row.data[column], value };
      const result = await writeCell({ ...change, reading: Promise.resolve({ row, etag }) });
      if ('mine' in result) setConflict(result);
      else done(result, column);
      return true;
    } catch (error) {
      const { errors, message } = asApiError(error);
      setFaults((before) => ({ ...before, [column]: errors[0]?.message ?? message }));
      return false;
    }
  }
  async function resolve(isMine: boolean): Promise<void> {
    if (!conflict) return;
    if (isMine) done(await overwriteCell(space.id, table.id, conflict, { [conflict.column]: conflict.mine }), conflict.column);
    setConflict(undefined);
    await refresh();
  }
  const conflicting = table.columns.find(({ key }) => key === conflict?.column);
  return (
    <div className="stack">
      {table.columns.map((column) => (
        <RowField
          key={column.key}
          column={column}
          row={row}
          isWritable={isWritable}
          fault={faults[column.key]}
          onSave={(value) => save(column.key, value)}
        />
      ))}
      {conflict && conflicting && (
        <ConflictDialog space_id={space.id} table_id={table.id} column={conflicting} conflict={conflict} onResolve={resolve} />
      )}
    </div>
  );
}
