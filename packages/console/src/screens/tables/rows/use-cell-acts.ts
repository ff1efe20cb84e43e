import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { MAX_PASTED_CELLS, type PastePlan, planPaste } from '../../../grid/paste-plan.ts';
import type { RowBlocks } from '../../../grid/row-blocks.ts';
import { type CellRange, countCells } from '../../../grid/selection.ts';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { pushUndo, undoLatest } from '../../../shell/undo.ts';
import { writableValue } from '../cells/cell-text.ts';
import { type Column, type Row, rowsKey } from '../table/table.ts';
import {
  type BulkResult,
  type CellConflict,
  type Cells,
  type ChangedRow,
  overwriteCell,
  type ReadRow,
  type RowChange,
  readRow,
  revertRows,
  writeCell,
  writeRows,
} from './row-writes.ts';

/** A cell whose last change was refused. */
interface Fault {
  readonly row_id: string;
  readonly column: string;
  readonly reason: string;
}

/** The grid whose cells are changed. */
interface CellActsOptions {
  readonly space_id: string;
  readonly table_id: string;
  readonly columns: readonly Column[];
  readonly isWritable: (column: Column) => boolean;
  readonly blocks: RowBlocks<Row>;
  readonly total: number;
}

const LIMIT = `A change has at most ${MAX_PASTED_CELLS.toLocaleString('en')} cells.`;

const cellsText = (count: number) => (count === 1 ? 'One cell' : `${count.toLocaleString('en')} cells`);

/** Returns the changes of cells that a grid asks for, the cells that were refused, and questions to the person. */
export function useCellActs({ space_id, table_id, columns, isWritable, blocks, total }: CellActsOptions) {
  const queries = useQueryClient();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [conflict, setConflict] = useState<CellConflict>();
  const [question, setQuestion] = useState<PastePlan>();
  const [writes, setWrites] = useState(0);
  const reading = useRef(new Map<string, Promise<ReadRow>>());
  const writing = useRef(new Map<string, Promise<void>>());
  const refresh = () => queries.invalidateQueries({ queryKey: rowsKey(space_id) });
  const clearFaults = (ids: ReadonlySet<string>, keys: ReadonlySet<string>) =>
    setFaults((before) => before.filter(({ row_id, column }) => !ids.has(row_id) || !keys.has(column)));

  function begin({ id }: Row): void {
    const read = readAfterWrites(id);
    read.catch(() => undefined);
    reading.current.set(id, read);
  }

  /** Reads a row after the changes of this person that are on their way, which are no conflict for the next one. */
  async function readAfterWrites(id: string): Promise<ReadRow> {
    await writing.current.get(id);
    return readRow(space_id, table_id, id);
  }

  function done(row: ChangedRow, column: string): void {
    const { previous_version: version, ...changed } = row;
    blocks.finish(row.id, changed);
    const said = `The cell “${labelOf(columns, column)}” is changed.`;
    if (version !== null) pushUndo({ said, undo: () => revert([[{ row_id: row.id, version }]]) });
    void refresh();
  }

  async function revert(versions: BulkResult['versions']): Promise<void> {
    try {
      await revertRows(space_id, table_id, versions);
    } finally {
      await refresh();
    }
  }

  /** Counts an act among those that are not ended. */
  async function counted(act: Promise<void>): Promise<void> {
    setWrites((count) => count + 1);
    await act.finally(() => setWrites((count) => count - 1));
  }

  function write(row: Row, column: string, value: unknown): void {
    writing.current.set(row.id, counted(writeNow(row, column, value)));
  }

  async function writeNow(row: Row, column: string, value: unknown): Promise<void> {
    const isFaulty = faults.some((fault) => fault.row_id === row.id && fault.column === column);
    const read = reading.current.get(row.id) ?? readAfterWrites(row.id);
    reading.current.delete(row.id);
    clearFaults(new Set([row.id]), new Set([column]));
    blocks.write(row.id, { [column]: value });
    try {
      const shown = isFaulty ? (await read).row.data[column] : row.data[column];
      const result = await writeCell({ space_id, table_id, row_id: row.id, column, shown, value, reading: read });
      if ('mine' in result) setConflict(result);
      else done(result, column);
    } catch (error) {
      await failed(error, row, column);
    }
  }

  async function failed(error: unknown, row: Row, column: string): Promise<void> {
    if (error instanceof ApiError && error.status === 404) {
      blocks.finish(row.id, row);
      sayFailed(new ApiError('This row was deleted by someone else. Its history can bring it back.', { status: 404, code: error.code }));
      await refresh();
      return;
    }
    const reason = error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : String(error);
    setFaults((before) => [...before, { row_id: row.id, column, reason }]);
  }

  /** Ends a conflict: mine overwrites the cell as it is now, theirs stays. */
  async function resolve(isMine: boolean): Promise<void> {
    if (!conflict) return;
    if (isMine) done(await overwriteCell(space_id, table_id, conflict, { [conflict.column]: conflict.mine }), conflict.column);
    else blocks.finish(conflict.row.id, conflict.row);
    setConflict(undefined);
  }

  async function writeMany(updates: readonly RowChange[], creates: readonly Cells[], verb: string): Promise<void> {
    for (const { row_id, data } of updates) blocks.write(row_id, data);
    clearFaults(new Set(updates.map(({ row_id }) => row_id)), new Set(columns.map(({ key }) => key)));
    const { versions, refused, failures, written } = await writeRows(space_id, table_id, updates, creates);
    const isRefused = new Set(refused.map(({ row_id }) => row_id));
    for (const { row_id } of updates) if (!isRefused.has(row_id)) blocks.finish(row_id, undefined);
    if (refused.length > 0) setFaults((before) => [...before, ...refused]);
    for (const failure of failures) sayFailed(failure);
    if (written > 0) {
      const cells = [...updates.map(({ data }) => data), ...creates].reduce((sum, data) => sum + Object.keys(data).length, 0);
      const said = `${cellsText(cells - refused.length)} ${cells - refused.length === 1 ? 'is' : 'are'} ${verb}.`;
      pushUndo({ said, undo: () => revert(versions) });
      sayDone(said, refused.length > 0 ? `${cellsText(refused.length)} could not be saved, and say why.` : undefined);
    }
    await refresh();
  }

  const writable = (range: CellRange) => columns.slice(range.left, range.right + 1).filter(isWritable);
  async function changeRange(range: CellRange, verb: string, cellsOf: (column: Column, first: Row) => unknown): Promise<void> {
    if (countCells(range) > MAX_PASTED_CELLS) return sayDone(LIMIT, 'Choose fewer cells.');
    try {
      const rows = await blocks.collect(range.top, range.bottom);
      const [first] = rows;
      const changed = verb === 'filled' ? rows.slice(1) : rows;
      if (!first || changed.length === 0 || writable(range).length === 0) return;
      const dataOf = () => Object.fromEntries(writable(range).map((column) => [column.key, cellsOf(column, first)]));
      await writeMany(
        changed.map(({ id }) => ({ row_id: id, data: dataOf() })),
        [],
        verb,
      );
    } catch (error) {
      sayFailed(error);
    }
  }

  async function apply(plan: PastePlan): Promise<void> {
    setQuestion(undefined);
    try {
      const updates = plan.updates.flat();
      const rows = updates.length === 0 ? [] : await blocks.collect(updates[0]!.row, updates.at(-1)!.row);
      const changes = updates.flatMap(({ row, cells }) => {
        const id = rows[row - updates[0]!.row]?.id;
        return id === undefined ? [] : [{ row_id: id, data: cells }];
      });
      await writeMany(
        changes,
        plan.creates.flat().map(({ cells }) => cells),
        'pasted',
      );
    } catch (error) {
      sayFailed(error);
    }
  }

  function paste(cells: readonly (readonly string[])[], range: CellRange): void {
    const keys = columns.map((column) => (isWritable(column) ? column.key : undefined));
    const plan = planPaste(cells, { range, rows: total, columns: keys });
    if (typeof plan === 'number')
      sayDone(`${cellsText(plan)} are too many for a paste.`, `${LIMIT} Import them as CSV from the menu of the table.`);
    else if (plan.created > 100) setQuestion(plan);
    else void counted(apply(plan));
  }

  const acts = {
    begin,
    type: (row: Row, column: string, text: string) => write(row, column, text === '' ? emptyOf(columns, column) : text),
    set: (row: Row, column: string, value: unknown) => write(row, column, value),
    clear: (range: CellRange) => void counted(changeRange(range, 'emptied', (column) => writableValue(column, null))),
    fill: (range: CellRange) =>
      void counted(changeRange(range, 'filled', (column, first) => writableValue(column, first.data[column.key]))),
    paste,
    undo: () => void undoLatest(),
  };
  /** Gives up the changes that were refused. */
  function discard(): void {
    for (const { row_id } of faults) blocks.finish(row_id, undefined);
    setFaults([]);
    void refresh();
  }
  const faultOf = useMemo(() => {
    const reasons = new Map(faults.map(({ row_id, column, reason }) => [`${row_id} ${column}`, reason]));
    return (id: string, column: string) => reasons.get(`${id} ${column}`);
  }, [faults]);
  return {
    acts,
    faults,
    faultOf,
    discard,
    conflict,
    resolve,
    question,
    isWriting: writes > 0,
    apply: (plan: PastePlan) => counted(apply(plan)),
    refuse: () => setQuestion(undefined),
  };
}

const labelOf = (columns: readonly Column[], key: string): string => columns.find((column) => column.key === key)?.label ?? key;

const emptyOf = (columns: readonly Column[], key: string): unknown =>
  columns.find((column) => column.key === key)?.type === 'checkbox' ? false : null;
