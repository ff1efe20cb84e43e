import { fileURLToPath } from 'node:url';
import { tableStorage } from '@space/contracts/platform';
import { columns, rowComments, rows, shareLinks, sharePages, snapshots, tables, views } from '@space/contracts/tables';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
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
import { storageHandlers } from './storage/storage.ts';
import { tableHandlers } from './tables/tables.ts';
import { viewHandlers } from './views/views.ts';

/**
 * Tables: user-defined columns, rows, views, share links, comments, snapshots and row history.
 *
 * A table is a row of `user_table`, and its columns are rows of `user_column`. Its rows are in a row table of their
 * own. All row tables have the same shape: written cells in `data` and computed cells in `computed`, by the immutable
 * `cid` of their column. So a change of columns updates no row, a snapshot copies nothing, and the cost of a restore
 * depends on the changes since.
 *
 * Locks are described in schema/locks.queries.ts, the past in snapshots/snapshots.ts, computation in
 * compute/compute-rows.ts, row queries in rows/list-rows.ts and writes in rows/write-context.ts.
 */
export const tablesService: Service = {
  ...manifest.tables,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
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
        serving(tableStorage, storageHandlers(ports.database)),
      ],
      tasks: [recomputeTask(ports), indexTask(ports), historyRetentionTask(ports)],
    };
  },
};
