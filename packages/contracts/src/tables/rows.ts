import { z } from 'zod';
import { Deleted, id } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { contract, operation, type Undo } from '../core/operation.ts';
import { cursor, cursorOf, includeTotal, limit, offset, page } from '../core/page.ts';
import { filters, sort } from './filters.ts';
import { ImportReport, importFields } from './import.ts';
import { MAX_EXPORT_ROWS, MAX_IMPORT_LINES } from './limits.ts';
import { cells, pendingColumns, Row } from './row.ts';
import { tableImported, tableRowCreated, tableRowDeleted, tableRowUpdated } from './tables.events.ts';

const tableId = { table_id: id('table') };
const rowId = { ...tableId, row_id: id('row') };
const typecast = z
  .boolean()
  .default(false)
  .describe(
    'Convert texts to the type of their column: "5" to 5, "yes" to true, a new choice to an option, a title to the row that has it',
  );

/** A cursor of rows holds what they are sorted by, so it can be longer than others. */
const sortedCursor = cursorOf(4_096);

/** The filters and the order of rows. */
const which = {
  filters: filters.optional(),
  sort: sort.optional(),
  search: z.string().max(200).optional().describe('Text that the title of a row contains, in any case'),
  search_column: z.string().min(1).max(60).optional().describe('Key of another column to search in'),
  view_id: id('view').optional().describe('Also apply the filters of this view, its order unless sort is given, and its choice of columns'),
};

const fields = z.array(z.string().min(1).max(60)).max(500).optional().describe('Keys of the columns to return; default all');

const SAMPLE_TABLE = { table_id: 'tbl_01jd0000000000000000000000' };
const SAMPLE_ROW = { ...SAMPLE_TABLE, row_id: 'row_01jd0000000000000000000000' };

/** The fields that a change of a row returns in addition to the row, so that the change can be undone. */
const previous = {
  previous_version: z
    .int()
    .nullable()
    .describe('Version of the row before the change; reverting to it undoes the change. Null if that does not undo everything'),
};

/** The call that makes a row what it was before it was changed. */
const backToPrevious = (row: { readonly table_id: string; readonly row_id: string }, version: number | null): Undo | null =>
  version === null ? null : { tool: 'revert_table_row', arguments: { table_id: row.table_id, row_id: row.row_id, version } };

/** The rows of a table (contract, T6). */
export const rows = contract({
  name: 'rows',
  family: 'table_rows',
  service: 'tables',
  tag: 'Rows',
  description:
    'The rows of a table. Cells are checked by the type of their column. An error names the row, the column and the reason. A bulk call is all or nothing.',
  operations: {
    list: operation({
      summary: 'List the rows of a table',
      description:
        'Oldest first by default. cursor continues after the previous page even when rows change in between; offset skips rows. as_of returns the table as it was at a snapshot or at a time.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/rows', status: 200 },
      tools: [{ name: 'list_table_rows', family: 'table_rows', action: 'list', everyday: true }],
      input: z.strictObject({
        ...tableId,
        limit,
        offset,
        cursor: sortedCursor,
        include_total: includeTotal,
        ...which,
        fields,
        as_of: z.string().min(1).max(64).optional().describe('Id of a snapshot, or a time (ISO 8601)'),
      }),
      output: page(Row),
      example: { ...SAMPLE_TABLE, limit: 2, sort: [{ column_key: 'created_at', direction: 'desc' }] },
    }),
    create: operation({
      summary: 'Create a row',
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/rows', status: 201 },
      tools: [{ name: 'create_table_row', family: 'table_rows', action: 'create', everyday: true }],
      input: z.strictObject({ ...tableId, data: cells, typecast }),
      output: Row,
      emits: [tableRowCreated, tableRowUpdated],
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      example: { ...SAMPLE_TABLE, data: { name: 'Engine No. 2', amount: 1200 } },
    }),
    create_bulk: operation({
      summary: 'Create up to 100 rows',
      description: 'All or nothing.',
      scope: 'tables:write',
      max_rows: MAX_BULK,
      route: { method: 'POST', path: '/tables/:table_id/rows/bulk', status: 201 },
      tools: [{ name: 'create_table_rows', family: 'table_rows', action: 'create_bulk' }],
      input: z.strictObject({
        ...tableId,
        rows: z.array(cells).min(1).max(MAX_BULK).describe('The new rows: cells by column key'),
        typecast,
      }),
      output: z.object({ data: z.array(Row) }),
      emits: [tableRowCreated, tableRowUpdated],
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      example: { ...SAMPLE_TABLE, rows: [{ name: 'Engine No. 3' }, { name: 'Engine No. 4' }] },
    }),
    update_bulk: operation({
      summary: 'Change up to 100 rows',
      description: 'The keys given are merged into each row; null empties a cell. All or nothing.',
      scope: 'tables:write',
      route: { method: 'PATCH', path: '/tables/:table_id/rows/bulk', status: 200 },
      tools: [{ name: 'update_table_rows', family: 'table_rows', action: 'update_bulk' }],
      input: z.strictObject({
        ...tableId,
        updates: z
          .array(z.strictObject({ row_id: id('row'), data: cells }))
          .min(1)
          .max(MAX_BULK)
          .describe('The changes, one for each row'),
        typecast,
      }),
      output: z.object({ data: z.array(Row) }),
      emits: [tableRowUpdated],
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
    }),
    delete_bulk: operation({
      summary: 'Delete up to 100 rows',
      description: 'All or nothing. Restoring a snapshot from before brings them back.',
      scope: 'tables:write',
      allowed_when_full: true,
      route: { method: 'POST', path: '/tables/:table_id/rows/bulk-delete', status: 200 },
      tools: [{ name: 'delete_table_rows', family: 'table_rows', action: 'delete_bulk' }],
      effects: ['destructive'],
      input: z.strictObject({
        ...tableId,
        row_ids: z.array(id('row')).min(1).max(MAX_BULK).meta({ description: 'Ids of the rows to delete', uniqueItems: true }),
      }),
      output: z.object({ row_ids: z.array(z.string()), deleted: z.int() }),
      emits: [tableRowDeleted, tableRowUpdated],
      problems: ['conflict'],
    }),
    upsert: operation({
      summary: 'Create or change up to 100 rows by a unique column',
      description:
        'A row whose cell in `key` is there already is changed, another one is created. all_or_nothing refuses the whole call for one wrong row; per_item does what can be done and says what failed.',
      scope: 'tables:write',
      max_rows: MAX_BULK,
      route: { method: 'POST', path: '/tables/:table_id/rows/upsert', status: 200 },
      tools: [{ name: 'upsert_table_rows', family: 'table_rows', action: 'upsert' }],
      effects: ['destructive'],
      input: z.strictObject({
        ...tableId,
        key: z.string().min(1).max(60).describe('Key of a column with field_config.unique'),
        rows: z.array(cells).min(1).max(MAX_BULK).describe('Rows to create or update: cells by column key'),
        mode: z
          .enum(['all_or_nothing', 'per_item'])
          .default('all_or_nothing')
          .describe('per_item stores the valid rows although others are invalid'),
        typecast,
      }),
      output: z.object({
        results: z.array(
          z.object({
            index: z.int(),
            outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
            row: Row.nullable(),
            error: z.string().nullable(),
          }),
        ),
        created: z.int(),
        updated: z.int(),
        unchanged: z.int(),
        failed: z.int(),
      }),
      emits: [tableRowCreated, tableRowUpdated],
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      example: { ...SAMPLE_TABLE, key: 'code', rows: [{ code: 'E7', name: 'Engine No. 7' }] },
    }),
    get: operation({
      summary: 'Read a row',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/rows/:row_id', status: 200 },
      tools: [{ name: 'get_table_row', family: 'table_rows', action: 'get', everyday: true }],
      input: z.strictObject(rowId),
      output: Row,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a row',
      description: 'The keys given are merged into the row; null empties a cell.',
      scope: 'tables:write',
      route: { method: 'PATCH', path: '/tables/:table_id/rows/:row_id', status: 200 },
      tools: [{ name: 'update_table_row', family: 'table_rows', action: 'update', everyday: true }],
      input: z.strictObject({ ...rowId, data: cells, typecast }),
      output: Row.extend(previous),
      emits: [tableRowUpdated],
      undo: (row, { previous_version }) => backToPrevious(row, previous_version),
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      versioned: true,
      example: { ...SAMPLE_ROW, data: { name: 'Engine No. 5' } },
    }),
    delete: operation({
      summary: 'Delete a row',
      description: 'Restoring a snapshot from before brings it back. Its comments stay for that.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/rows/:row_id', status: 200 },
      tools: [{ name: 'delete_table_row', family: 'table_rows', action: 'delete' }],
      input: z.strictObject(rowId),
      output: Deleted.extend(previous),
      emits: [tableRowDeleted, tableRowUpdated],
      undo: (row, { previous_version }) => backToPrevious(row, previous_version),
      problems: ['conflict'],
      versioned: true,
    }),
    history: operation({
      summary: 'List the versions of a row',
      description: 'Newest first: who did what and when, and what changed, also for a row that was deleted.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/rows/:row_id/history', status: 200 },
      tools: [{ name: 'list_table_row_history', family: 'table_rows', action: 'history' }],
      input: z.strictObject({ ...rowId, limit, cursor }),
      output: page(
        z
          .object({
            version: z.int(),
            created_at: z.iso.datetime({ precision: 3 }),
            action: z.enum(['created', 'updated', 'deleted', 'restored']),
            actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
            changes: z.record(z.string(), z.object({ from: z.json(), to: z.json() })).describe('Values before and after, by column key'),
          })
          .meta({ id: 'RowVersion' }),
      ),
    }),
    revert: operation({
      summary: 'Bring a row back to an earlier version',
      description:
        'Its cells become what they were then; that is a new version, so it can be undone the same way. A deleted row comes back.',
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/rows/:row_id/revert', status: 200 },
      tools: [{ name: 'revert_table_row', family: 'table_rows', action: 'revert' }],
      input: z.strictObject({ ...rowId, version: z.int().min(1).describe('A version of its history') }),
      effects: ['destructive'],
      output: Row.extend(previous),
      emits: [tableRowCreated, tableRowUpdated],
      undo: (row, { previous_version }) => backToPrevious(row, previous_version),
      problems: ['duplicate', 'conflict'],
    }),
    export: operation({
      summary: 'Export rows as CSV',
      description: `Up to ${MAX_EXPORT_ROWS} rows a page, the header on the first. Over REST with Accept: text/csv all pages come as one download. Cells that a spreadsheet would run as a formula begin with an apostrophe. While exported columns are recomputed, the last header is _pending, and its cells name the columns whose cell may be out of date.`,
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/export', status: 200 },
      tools: [{ name: 'export_table_rows', family: 'table_rows', action: 'export' }],
      input: z.strictObject({
        ...tableId,
        limit: z.int().min(1).max(MAX_EXPORT_ROWS).optional().describe(`Rows of a page; default ${MAX_EXPORT_ROWS}`),
        cursor: sortedCursor,
        ...which,
        fields,
      }),
      output: z.object({ csv: z.string(), has_more: z.boolean(), next_cursor: z.string().nullable(), pending: pendingColumns }),
      problems: ['conflict'],
      download: { media_type: 'text/csv', field: 'csv' },
      deadline_ms: 30_000,
    }),
    import: operation({
      summary: 'Import rows from CSV',
      description: `Up to ${MAX_IMPORT_LINES} lines; the first is the header: keys or labels of columns. A snapshot is taken first, so that restoring it undoes the import. all_or_nothing creates nothing when a line is wrong; per_line creates the others. Either way errors names each fault once, with the number of its lines and the first of them.`,
      scope: 'tables:write',
      max_rows: MAX_IMPORT_LINES,
      route: { method: 'POST', path: '/tables/:table_id/import', status: 200 },
      upload: { media_type: 'text/csv', field: 'csv' },
      tools: [{ name: 'import_table_rows', family: 'table_rows', action: 'import' }],
      input: z.strictObject({
        ...tableId,
        ...importFields,
      }),
      output: ImportReport,
      emits: [tableRowCreated, tableRowUpdated, tableImported],
      undo: ({ table_id }, { snapshot_id }) =>
        snapshot_id === null ? null : { tool: 'restore_table_snapshot', arguments: { table_id, snapshot_id } },
      problems: ['conflict'],
      deadline_ms: 60_000,
      example: { ...SAMPLE_TABLE, csv: 'name,amount\r\nEngine No. 6,300\r\n' },
    }),
  },
});
