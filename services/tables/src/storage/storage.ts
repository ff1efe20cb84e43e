import type { Handlers } from '@space/bus';
import type { tableStorage } from '@space/contracts/platform';
import { type Database, measureSpace } from '@space/database';
import { listRowTables, measureHistory, measureRowTable } from './row-storage.queries.ts';

/** Returns the handler that measures the tables of a Space, one statement per table. */
export const storageHandlers = (database: Database): Handlers<typeof tableStorage> => ({
  async measure({ caller: { space_id } }) {
    let { bytes, rows } = await measureSpace(database, 'tables', space_id);
    for (const { id, row_table } of await listRowTables(database, space_id))
      for (const part of [await measureRowTable(database, row_table), await measureHistory(database, id)]) {
        bytes += part.bytes;
        rows += part.rows;
      }
    return { bytes, rows, files: 0 };
  },
});
