import { z } from 'zod';
import { id } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { filters } from './filters.ts';
import { MAX_CONFLICT_SAMPLE, MAX_MATCHED_ROWS, MAX_MATCHED_SAMPLE, ROW_HISTORY_DAYS } from './limits.ts';
import { cells, Row } from './row.ts';
import { backToVersions, previousVersions, revertChange, SAMPLE_TABLE, tableId, typecast } from './row-fields.ts';
import { tableRowCreated, tableRowDeleted, tableRowUpdated } from './tables.events.ts';

/** The filters of a change of all rows that they match, and the guard. */
const matching = {
  filters: filters.min(1).describe('JSON: a list of {column_key, op, value}; the rows for which all hold are meant'),
  expected_count: z.int().min(0).optional().describe('The `matched` of a dry run; for another number the answer is 409'),
};

/** The answer of a change of all rows that filters match. */
const matched = {
  matched: z.int().describe('Rows that the filters match'),
  row_ids: z.array(z.string()).describe(`Ids of the first of these rows, at most ${MAX_MATCHED_SAMPLE}`),
  snapshot_id: z.string().nullable().describe('Snapshot from before; a bulk revert by it undoes the change. Null if no row matches'),
};

/** The operations that write several rows of a table. */
export const bulkRowOperations = {
  create_bulk: operation({
    summary: 'Create up to 100 rows',
    description: 'All or nothing.',
    scope: 'tables:write',
    max_rows: MAX_BULK,
    route: { method: 'POST', path: '/tables/:table_id/rows/bulk', status: 201 },
    tools: [{ name: 'create_table_rows', family: 'table_rows', action: 'create_bulk' }],
    answers_many: true,
    input: z.strictObject({
      ...tableId,
      rows: z.array(cells).min(1).max(MAX_BULK).describe('The new rows: cells by column key'),
      typecast,
    }),
    output: z.object({ data: z.array(Row) }),
    emits: [tableRowCreated, tableRowUpdated],
    undo: (input, { data }) => backToVersions(input, { previous_versions: data.map(({ id }) => ({ row_id: id, version: null })) }),
    problems: ['duplicate', 'conflict', 'unresolved_reference'],
    example: { ...SAMPLE_TABLE, rows: [{ name: 'Engine No. 3' }, { name: 'Engine No. 4' }] },
  }),
  update_bulk: operation({
    summary: 'Change up to 100 rows',
    description: 'The keys given are merged into each row; null empties a cell. All or nothing.',
    scope: 'tables:write',
    route: { method: 'PATCH', path: '/tables/:table_id/rows/bulk', status: 200 },
    tools: [{ name: 'update_table_rows', family: 'table_rows', action: 'update_bulk' }],
    answers_many: true,
    input: z.strictObject({
      ...tableId,
      updates: z
        .array(z.strictObject({ row_id: id('row'), data: cells }))
        .min(1)
        .max(MAX_BULK)
        .describe('The changes, one for each row'),
      typecast,
    }),
    output: z.object({ data: z.array(Row), ...previousVersions }),
    emits: [tableRowUpdated],
    undo: backToVersions,
    problems: ['duplicate', 'conflict', 'unresolved_reference'],
  }),
  delete_bulk: operation({
    summary: 'Delete up to 100 rows',
    description: 'All or nothing. Reverting them to previous_versions, or restoring a snapshot from before, brings them back.',
    scope: 'tables:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/tables/:table_id/rows/bulk-delete', status: 200 },
    tools: [{ name: 'delete_table_rows', family: 'table_rows', action: 'delete_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({
      ...tableId,
      row_ids: z.array(id('row')).min(1).max(MAX_BULK).meta({ description: 'Ids of the rows to delete', uniqueItems: true }),
    }),
    output: z.object({ row_ids: z.array(z.string()), deleted: z.int(), ...previousVersions }),
    emits: [tableRowDeleted, tableRowUpdated],
    undo: backToVersions,
    problems: ['conflict'],
  }),
  update_matching: operation({
    summary: 'Change all rows that filters match',
    description: `Up to ${MAX_MATCHED_ROWS} rows; more are refused with their number. First call with dry_run, look at matched and row_ids, and pass matched as expected_count. A snapshot is taken first; a bulk revert by its id undoes the change and leaves later ones. An inverse reference column in data is refused, since another table stores its links. Each changed row emits an event.`,
    scope: 'tables:write',
    route: { method: 'PATCH', path: '/tables/:table_id/rows/matching', status: 200 },
    tools: [{ name: 'update_matching_table_rows', family: 'table_rows', action: 'update_matching' }],
    input: z.strictObject({ ...tableId, ...matching, data: cells, typecast }),
    output: z.object({ ...matched, updated: z.int().describe('Rows that differ from before') }),
    emits: [tableRowUpdated],
    undo: (input, { updated, snapshot_id }) => (updated === 0 ? null : revertChange(input, snapshot_id)),
    problems: ['duplicate', 'conflict', 'limit_reached', 'unresolved_reference'],
    deadline_ms: 60_000,
    example: { ...SAMPLE_TABLE, filters: [{ column_key: 'name', op: 'contains', value: 'Engine' }], data: { name: 'Engine' } },
  }),
  delete_matching: operation({
    summary: 'Delete all rows that filters match',
    description: `Up to ${MAX_MATCHED_ROWS} rows; more are refused with their number. First call with dry_run, look at matched and row_ids, and pass matched as expected_count. A snapshot is taken first; a bulk revert by its id brings the rows back and leaves later changes. Each row emits an event.`,
    scope: 'tables:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/tables/:table_id/rows/delete-matching', status: 200 },
    tools: [{ name: 'delete_matching_table_rows', family: 'table_rows', action: 'delete_matching' }],
    effects: ['destructive'],
    input: z.strictObject({ ...tableId, ...matching }),
    output: z.object({ ...matched, deleted: z.int().describe('Rows that are gone') }),
    emits: [tableRowDeleted, tableRowUpdated],
    undo: (input, { snapshot_id }) => revertChange(input, snapshot_id),
    problems: ['conflict', 'limit_reached'],
    deadline_ms: 60_000,
    example: { ...SAMPLE_TABLE, filters: [{ column_key: 'name', op: 'is_empty' }] },
  }),
  revert_bulk: operation({
    summary: 'Undo a change of rows, or bring up to 100 rows back to earlier versions',
    description: `versions: the cells of each row become what they were then, and deleted rows come back; version null deletes a row, since it did not exist then. To undo a bulk change, send its previous_versions with skip_changed. snapshot_id: undoes the import, the change by filters or the revert that took this snapshot, up to ${MAX_MATCHED_ROWS} rows of it, within ${ROW_HISTORY_DAYS} days. A row that was changed since stays as it is, also one whose unique value another row has by now: conflicts counts it. Rows that were created since stay. Choices that the change created stay.`,
    scope: 'tables:write',
    max_rows: MAX_MATCHED_ROWS,
    route: { method: 'POST', path: '/tables/:table_id/rows/bulk-revert', status: 200 },
    tools: [{ name: 'revert_table_rows', family: 'table_rows', action: 'revert_bulk' }],
    answers_many: true,
    effects: ['destructive'],
    input: z.strictObject({
      ...tableId,
      versions: z
        .array(
          z.strictObject({
            row_id: id('row'),
            version: z.int().min(1).nullable().describe('A version of its history; null deletes the row'),
          }),
        )
        .min(1)
        .max(MAX_BULK)
        .optional()
        .describe('The rows with the versions to which they return; this or snapshot_id is required'),
      skip_changed: z
        .boolean()
        .default(false)
        .describe('With versions: leave rows that were changed again after the change to undo. By snapshot_id that is always so'),
      snapshot_id: id('snapshot, from the answer of an import, a change by filters or a revert').optional(),
    }),
    output: z.object({
      data: z.array(Row).describe('The rows of versions that exist now'),
      ...previousVersions,
      reverted: z.int().describe('Rows that have their earlier cells again, deleted ones too'),
      deleted: z.int().describe('Rows that did not exist then'),
      conflicts: z.int().describe('Rows that stay as they are, because they were changed since'),
      conflict_ids: z.array(z.string()).describe(`Ids of the first of these, at most ${MAX_CONFLICT_SAMPLE}`),
      missing: z.int().describe('Changed rows that were deleted since'),
      snapshot_id: z.string().nullable().describe('After a revert by snapshot_id the snapshot that undoes it; null if it changed nothing'),
    }),
    emits: [tableRowCreated, tableRowUpdated, tableRowDeleted],
    undo: (input, output) => revertChange(input, output.snapshot_id) ?? backToVersions(input, output),
    problems: ['duplicate', 'conflict', 'unresolved_reference'],
    deadline_ms: 60_000,
    example: { ...SAMPLE_TABLE, versions: [{ row_id: 'row_01jd0000000000000000000000', version: 12 }], skip_changed: true },
  }),
  upsert: operation({
    summary: 'Create or change up to 100 rows by a unique column',
    description:
      'Changes the rows whose `key` value exists and creates the others. all_or_nothing refuses the whole call for one wrong row; per_item does what can be done and says what failed.',
    scope: 'tables:write',
    max_rows: MAX_BULK,
    route: { method: 'POST', path: '/tables/:table_id/rows/upsert', status: 200 },
    tools: [{ name: 'upsert_table_rows', family: 'table_rows', action: 'upsert' }],
    answers_many: true,
    effects: ['destructive'],
    input: z.strictObject({
      ...tableId,
      key: z.string().min(1).max(60).describe('Key of a column with field_config.unique'),
      rows: z.array(cells).min(1).max(MAX_BULK).describe('Rows to create or update: cells by column key'),
      mode: z
        .enum(['all_or_nothing', 'per_item'])
        .default('all_or_nothing')
        .describe('per_item stores valid rows although others are wrong'),
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
      ...previousVersions,
    }),
    emits: [tableRowCreated, tableRowUpdated],
    undo: backToVersions,
    problems: ['duplicate', 'conflict', 'unresolved_reference'],
    example: { ...SAMPLE_TABLE, key: 'code', rows: [{ code: 'E7', name: 'Engine No. 7' }] },
  }),
};
