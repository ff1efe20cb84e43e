import type { CommonQueryMethods } from 'slonik';
import { findOpenJobs, findPendingIds, findReadersOfPending } from '../compute/pending.queries.ts';
import { readersInRow } from '../formulas/compiled-formulas.ts';
import { readsOtherRows } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';

/** Returns the keys of the columns whose cells may be out of date in a row, in the order of the table. */
export type PendingOf = (rowId: string) => string[];

/** The cells of rows of which none is pending. */
export const noPending: PendingOf = () => [];

/**
 * Reads rows and finds their pending cells. Only a schema with a pending column causes further statements. Jobs are read
 * before and after the rows, since one may end or begin meanwhile.
 */
export async function readWithPending<T>(
  database: CommonQueryMethods,
  schema: Schema,
  read: () => Promise<T>,
): Promise<readonly [found: T, pendingOf: PendingOf]> {
  const pending = schema.columns.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (pending.length === 0) return [await read(), noPending];
  const before = await findPendingCells(database, schema, pending);
  const found = await read();
  const after = await findPendingCells(database, schema, pending);
  return [found, (rowId) => [...new Set([...before(rowId), ...after(rowId)])]];
}

/** Returns the pending cells of rows as a transaction left them. */
export const findPendingInTx = async (tx: CommonQueryMethods, schema: Schema): Promise<PendingOf> =>
  findPendingCells(tx, schema, await findPendingIds(tx, schema));

/**
 * Finds the cells of pending columns that wait for a job: those of its rows, and those computed from them in the same row. Of
 * a column that reads a pending column of other rows, every cell may be out of date.
 */
async function findPendingCells(database: CommonQueryMethods, schema: Schema, columnIds: readonly string[]): Promise<PendingOf> {
  if (columnIds.length === 0) return noPending;
  const ids = new Set(columnIds);
  const wanted = schema.columns.filter(({ id }) => ids.has(id));
  const reading = wanted.filter(readsOtherRows).map(({ id }) => id);
  const inEveryRow = readersInRow(schema, reading.length === 0 ? [] : await findReadersOfPending(database, schema.space_id, reading));
  // Many jobs of a table have the same columns.
  const readers = new Map<string, ReadonlySet<string>>();
  const jobs = (await findOpenJobs(database, schema)).map(({ column_ids, row_ids, after_row_id }) => {
    const columns = readers.get(column_ids.join()) ?? readersInRow(schema, column_ids);
    readers.set(column_ids.join(), columns);
    const rows = row_ids && new Set(row_ids);
    return { columns, hasRow: (id: string) => (rows ? rows.has(id) : id > after_row_id) };
  });
  const isPending = (column: Column, row: string) =>
    inEveryRow.has(column.id) || jobs.some(({ columns, hasRow }) => columns.has(column.id) && hasRow(row));
  return (row) => wanted.filter((column) => isPending(column, row)).map(({ key }) => key);
}
