import { z } from 'zod';
import { Deleted } from '../core/fields.ts';
import { MAX_EXPORT_ROWS, MAX_IMPORT_LINES } from '../core/limits.ts';
import { contract, operation } from '../core/operation.ts';
import { countedPage, cursor, includeTotal, limit, offset, page } from '../core/page.ts';
import { bulkRowOperations } from './bulk-rows.ts';
import { ImportReport, importFields } from './import.ts';
import { MAX_OFFSET_AFTER_CURSOR } from './limits.ts';
import { cells, pendingColumns, Row } from './row.ts';
import { backToVersion, previousVersion, revertChange, rowId, SAMPLE_TABLE, tableId, typecast } from './row-fields.ts';
import { rowMarks } from './row-marks.ts';
import { rowSelection, sortedCursor } from './row-selection.ts';
import { tableImported, tableRowCreated, tableRowDeleted, tableRowUpdated } from './tables.events.ts';

const fields = z.array(z.string().min(1).max(60)).max(500).optional().describe('Keys of the columns to return; default all');

const SAMPLE_ROW = { ...SAMPLE_TABLE, row_id: 'row_01jd0000000000000000000000' };

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
      description: `Oldest first by default. cursor continues after the previous page even when rows change; offset skips rows, with cursor at most ${MAX_OFFSET_AFTER_CURSOR}. as_of returns the table as of a snapshot or time.`,
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/rows', status: 200 },
      tools: [{ name: 'list_table_rows', family: 'table_rows', action: 'list', everyday: true }],
      input: z.strictObject({
        ...tableId,
        limit,
        offset,
        cursor: sortedCursor,
        include_total: includeTotal,
        ...rowSelection,
        fields,
        as_of: z
          .string()
          .min(1)
          .max(96)
          .optional()
          .describe('Id of a snapshot, or a time: 2026-12-01T09:00:00Z, or 2026-12-01T09:00[Europe/Berlin]'),
      }),
      output: countedPage(Row).extend({
        pending: pendingColumns.describe(
          'Keys of columns by which the rows were filtered, sorted or searched while they are being recomputed',
        ),
      }),
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
      undo: ({ table_id }, { id: row_id }) => ({ tool: 'delete_table_row', arguments: { table_id, row_id } }),
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      example: { ...SAMPLE_TABLE, data: { name: 'Engine No. 2', amount: 1200 } },
    }),
    ...bulkRowOperations,
    marks: rowMarks,
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
      output: Row.extend(previousVersion),
      emits: [tableRowUpdated],
      undo: backToVersion,
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      versioned: true,
      example: { ...SAMPLE_ROW, data: { name: 'Engine No. 5' } },
    }),
    delete: operation({
      summary: 'Delete a row',
      description: 'Reverting it to previous_version, or restoring a snapshot from before, brings it back. Its comments stay for that.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/rows/:row_id', status: 200 },
      tools: [{ name: 'delete_table_row', family: 'table_rows', action: 'delete' }],
      input: z.strictObject(rowId),
      output: Deleted.extend(previousVersion),
      emits: [tableRowDeleted, tableRowUpdated],
      undo: backToVersion,
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
      output: Row.extend(previousVersion),
      emits: [tableRowCreated, tableRowUpdated],
      undo: backToVersion,
      problems: ['duplicate', 'conflict'],
    }),
    export: operation({
      summary: 'Export rows as CSV',
      description: `Up to ${MAX_EXPORT_ROWS} rows a page, the header on the first. Over REST with Accept: text/csv all pages come as one download. Cells that a spreadsheet would run as a formula begin with an apostrophe. While columns that are exported, or that select or order the rows, are recomputed, the last header is _pending, and its cells name the columns whose cell may be out of date. If columns become pending after the first page, a page is 409 until they are ready; a download waits for them, and breaks off without its end if that takes too long.`,
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/export', status: 200 },
      tools: [{ name: 'export_table_rows', family: 'table_rows', action: 'export' }],
      input: z.strictObject({
        ...tableId,
        limit: z.int().min(1).max(MAX_EXPORT_ROWS).optional().describe(`Rows of a page; default ${MAX_EXPORT_ROWS}`),
        cursor: sortedCursor,
        ...rowSelection,
        fields,
      }),
      output: z.object({ csv: z.string(), has_more: z.boolean(), next_cursor: z.string().nullable(), pending: pendingColumns }),
      problems: ['conflict'],
      download: { media_type: 'text/csv', field: 'csv' },
      deadline_ms: 30_000,
    }),
    import: operation({
      summary: 'Import rows from CSV',
      description: `Up to ${MAX_IMPORT_LINES} lines; the first is the header: keys or labels of columns. A snapshot is taken first; a bulk revert by its id undoes the import and leaves later changes. all_or_nothing creates nothing when a line is wrong; per_line creates the others. Either way errors names each fault once, with the number of its lines and the first of them.`,
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
      undo: (input, { snapshot_id }) => revertChange(input, snapshot_id),
      problems: ['conflict'],
      deadline_ms: 60_000,
      example: { ...SAMPLE_TABLE, csv: 'name,amount\r\nEngine No. 6,300\r\n' },
    }),
  },
});
