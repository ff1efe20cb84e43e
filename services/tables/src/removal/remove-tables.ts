import { type Database, removeSpaceRows, type SpaceRemoval } from '@space/database';
import { dropSequences } from '../columns/column-indexes.queries.ts';
import { dropRowTable } from '../schema/row-table.queries.ts';
import { listRowTables } from '../storage/row-storage.queries.ts';
import { deleteTable } from '../tables/tables.queries.ts';
import { deleteHistory, findNumberedColumns } from './remove-tables.queries.ts';

/** Rows of the history that one call deletes. */
const MOST = 5_000;

/**
 * Deletes a part of what the tables of a Space store: the history of the first table in batches, then the table with its rows, and
 * at last what belongs to no table. It is called until nothing is left.
 */
export async function removeTables(database: Database, space: string): Promise<SpaceRemoval> {
  const [table] = await listRowTables(database, space);
  if (!table) return removeSpaceRows(database, 'tables', space);
  const deleted = await deleteHistory(database, table.id, MOST);
  if (deleted === MOST) return { deleted, is_done: false };
  await database.transaction(async (tx) => {
    const numbered = await findNumberedColumns(tx, space, table.id);
    await deleteTable(tx, space, table.id, table.row_table);
    await dropRowTable(tx, table.row_table);
    await dropSequences(tx, table.row_table, numbered);
  });
  return { deleted: deleted + 1, is_done: false };
}
