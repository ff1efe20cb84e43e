import { fileURLToPath } from 'node:url';
import type { Handlers } from '@space/bus';
import { tableAssetUses } from '@space/contracts/assets';
import type { Contract } from '@space/contracts/core';
import { tableIds, tableRemoval, tableSearch, tableStorage } from '@space/contracts/platform';
import {
  columns,
  rowComments,
  rowDirectory,
  rows,
  shareLinkDirectory,
  shareLinks,
  sharePages,
  snapshots,
  tableNames,
  tables,
  views,
} from '@space/contracts/tables';
import { findByText, findExistingIds } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { columnHandlers } from './columns/columns.ts';
import { commentHandlers } from './comments/comments.ts';
import { recomputeTask } from './compute/recompute-task.ts';
import { csvHandlers } from './csv/csv.ts';
import { rowDirectoryHandlers } from './directory/row-directory.ts';
import { historyRetentionTask } from './history/history-retention.ts';
import { rowHistoryHandlers } from './history/row-history.ts';
import { indexTask } from './indexes/index-task.ts';
import { rowMarksHandler } from './marks/row-marks.ts';
import { findTables } from './names/find-tables.ts';
import { acceptingNames } from './names/resolve-names.ts';
import { removeTables } from './removal/remove-tables.ts';
import { readRowHandlers } from './rows/list-rows.ts';
import { writeRowHandlers } from './rows/rows.ts';
import { createSchemaCache } from './schema/schema-cache.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { shareLinkDirectoryHandlers } from './share/share-link-directory.ts';
import { shareLinkHandlers } from './share/share-links.ts';
import { sharePageHandlers } from './share/share-pages.ts';
import { snapshotHandlers } from './snapshots/snapshots.ts';
import { storageHandlers } from './storage/storage.ts';
import { tableHandlers } from './tables/tables.ts';
import { tableAssetUsesHandlers } from './uses/asset-uses.ts';
import { personalViewRetention } from './views/personal-view-retention.ts';
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
    const named = <C extends Contract>(contract: C, handlers: Handlers<C>) =>
      serving(contract, acceptingNames(ports.database, schemas, contract, handlers));
    return {
      serves: [
        serving(tableRemoval, { remove: ({ caller }) => removeTables(ports.database, caller.space_id) }),
        serving(tableSearch, {
          find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
        }),
        named(tables, tableHandlers(ports, schemas)),
        named(columns, columnHandlers(ports, schemas)),
        named(rows, {
          ...readRowHandlers(ports, schemas),
          ...rowMarksHandler(ports, schemas),
          ...writeRowHandlers(ports, schemas),
          ...rowHistoryHandlers(ports, schemas),
          ...csvHandlers(ports, schemas),
        }),
        named(views, viewHandlers(ports, schemas)),
        named(rowComments, commentHandlers(ports, schemas)),
        named(shareLinks, shareLinkHandlers(ports, schemas)),
        serving(sharePages, sharePageHandlers(ports, schemas)),
        serving(shareLinkDirectory, shareLinkDirectoryHandlers(ports)),
        named(snapshots, snapshotHandlers(ports, schemas)),
        serving(tableIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'tables', ['user_table'], caller.space_id, input.ids),
          }),
        }),
        serving(tableAssetUses, tableAssetUsesHandlers(ports, schemas)),
        serving(rowDirectory, rowDirectoryHandlers(ports, schemas)),
        serving(tableNames, {
          find: async ({ input, caller }) => ({
            tables: [...(await findTables(ports.database, caller.space_id, input.names))].map(([name, found]) => ({
              name,
              tables: [...found],
            })),
          }),
        }),
        serving(tableStorage, storageHandlers(ports.database)),
      ],
      tasks: [recomputeTask(ports), indexTask(ports), historyRetentionTask(ports), personalViewRetention(ports)],
    };
  },
};
