import { fileURLToPath } from 'node:url';
import { columns, rowComments, rows, shareLinks, sharePages, snapshots, tables, views } from '@space/contracts/tables';
import { type Service, serving } from '@space/runtime';
import { columnHandlers } from './columns/columns.ts';
import { commentHandlers } from './comments/comments.ts';
import { recomputeTask } from './compute/recompute-task.ts';
import { csvHandlers } from './csv/csv.ts';
import { historyRetentionTask } from './history/history-retention.ts';
import { rowHistoryHandlers } from './history/row-history.ts';
import { indexTask } from './indexes/index-task.ts';
import { readRowHandlers } from './rows/list-rows.ts';
import { writeRowHandlers } from './rows/rows.ts';
import { createSchemaCache } from './schema/schema-cache.ts';
import { shareLinkHandlers } from './share/share-links.ts';
import { sharePageHandlers } from './share/share-pages.ts';
import { snapshotHandlers } from './snapshots/snapshots.ts';
import { tableHandlers } from './tables/tables.ts';
import { viewHandlers } from './views/views.ts';

/**
 * Record types of a Space's own: tables with columns that mean something, their rows, views and public links, and the
 * Time Machine.
 *
 * A table is a row of `user_table`, its columns rows of `user_column`; its rows are in a row_table of its own, all row_tables of
 * one shape: written cells in `data`, worked-out ones in `computed`, both under the short name of their column that never
 * changes. So a change of columns touches no row, a snapshot copies nothing, and a restore costs what was changed since.
 * Who keeps whom out of what is told in rows/lock.ts; how the past is kept in snapshots/snapshots.ts; how cells are worked
 * out in compute/compute-rows.ts; how rows are found in query/rows-list.ts.
 */
export const tablesService: Service = {
  name: 'tables',
  schema: 'tables',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open(ports) {
    const schemas = createSchemaCache(ports.database);
    return {
      serves: [
        serving(tables, tableHandlers(ports, schemas)),
        serving(columns, columnHandlers(ports, schemas)),
        serving(rows, {
          ...readRowHandlers(ports, schemas),
          ...writeRowHandlers(ports, schemas),
          ...rowHistoryHandlers(ports, schemas),
          ...csvHandlers(ports, schemas),
        }),
        serving(views, viewHandlers(ports, schemas)),
        serving(rowComments, commentHandlers(ports, schemas)),
        serving(shareLinks, shareLinkHandlers(ports, schemas)),
        serving(sharePages, sharePageHandlers(ports, schemas)),
        serving(snapshots, snapshotHandlers(ports, schemas)),
      ],
      tasks: [recomputeTask(ports), indexTask(ports), historyRetentionTask(ports)],
    };
  },
};
