import { z } from 'zod';
import { Deleted, fieldsBefore, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { Column, newColumn } from './column.ts';
import { MAX_COLUMNS_PER_TABLE } from './limits.ts';
import { backToSnapshot } from './row-fields.ts';
import { tableColumnCreated, tableColumnDeleted, tableColumnUpdated } from './tables.events.ts';

const tableId = { table_id: id('table') };
const columnId = { ...tableId, column_id: id('column') };
const dryRun = z.boolean().default(false).describe('Only say what would happen, and change nothing');

const Impact = z
  .object({
    cells_converted: z.int().describe('Cells that get a value of the new type'),
    cells_lost: z.int().describe('Cells that cannot be converted and become empty'),
    lost_examples: z.array(z.object({ row_id: z.string(), value: z.json() })).describe('Some of the cells that would be lost'),
    dependents: z
      .array(z.object({ table_id: z.string(), column_id: z.string(), column_key: z.string() }))
      .describe('Computed columns that read this column'),
  })
  .describe('Effect of the change; with dry_run, the effect that it would have');

/** The columns of a table (contract, T4). */
export const columns = contract({
  name: 'columns',
  family: 'table_columns',
  service: 'tables',
  tag: 'Columns',
  description:
    'The columns of a table. The service computes formulas, lookups, rollups and counts; an invalid one is refused with the position and the cause.',
  operations: {
    list: operation({
      summary: 'List the columns of a table',
      description: 'In their order, all of them.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/columns', status: 200 },
      tools: [{ name: 'list_table_columns', family: 'table_columns', action: 'list' }],
      input: z.strictObject(tableId),
      output: z.object({ data: z.array(Column), has_more: z.literal(false), next_cursor: z.null() }),
    }),
    create: operation({
      summary: 'Add a column to a table',
      description: `A computed column of a table with many rows starts with status pending and is filled in the background. A table can have ${MAX_COLUMNS_PER_TABLE} columns.`,
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/columns', status: 201 },
      tools: [{ name: 'create_table_column', family: 'table_columns', action: 'create' }],
      input: z.strictObject({ ...tableId, ...newColumn }),
      output: Column,
      emits: [tableColumnCreated],
      undo: ({ table_id }, { id: column_id }) => ({ tool: 'delete_table_column', arguments: { table_id, column_id } }),
      problems: ['duplicate', 'limit_reached', 'unresolved_reference'],
      example: { table_id: 'tbl_01jd0000000000000000000000', key: 'notes', label: 'Notes', type: 'long_text' },
    }),
    get: operation({
      summary: 'Read a column',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/columns/:column_id', status: 200 },
      tools: [{ name: 'get_table_column', family: 'table_columns', action: 'get' }],
      input: z.strictObject(columnId),
      output: Column,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a column',
      description:
        'Only the fields given change; options and field_config are replaced whole. A new type converts every cell; dry_run says how many would be lost. A snapshot is taken before cells are converted. Restoring it undoes the change, and later changes of the table too. A new key costs nothing: formulas and views follow it.',
      scope: 'tables:write',
      route: { method: 'PATCH', path: '/tables/:table_id/columns/:column_id', status: 200 },
      tools: [{ name: 'update_table_column', family: 'table_columns', action: 'update' }],
      input: z.strictObject({
        ...columnId,
        ...z.strictObject(newColumn).partial().shape,
        position: z.int().min(0).max(MAX_COLUMNS_PER_TABLE).optional().describe('Its new place among the columns, from 0'),
        dry_run: dryRun,
      }),
      output: z.object({
        ...Column.shape,
        impact: Impact.optional(),
        before: fieldsBefore,
        snapshot_id: z
          .string()
          .nullable()
          .describe('Restore it to undo a change that converted cells, and later changes of the table; null if none was converted'),
      }),
      emits: [tableColumnUpdated],
      undo: ({ table_id, column_id }, { before, snapshot_id }) =>
        Object.keys(before).length === 0 || snapshot_id !== null
          ? backToSnapshot({ table_id }, snapshot_id)
          : { tool: 'update_table_column', arguments: { table_id, column_id, ...before } },
      problems: ['duplicate', 'conflict', 'unresolved_reference'],
      versioned: true,
      deadline_ms: 120_000,
      example: { table_id: 'tbl_01jd0000000000000000000000', column_id: 'col_01jd0000000000000000000000', label: 'Remarks' },
    }),
    delete: operation({
      summary: 'Delete a column with its cells',
      description:
        'Drops its data from all rows. A snapshot is taken first; restoring it brings both back, and undoes later changes of the table too. Refused while computed columns or views read it, unless force is true: they then say that they are broken, and heal when it comes back.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/columns/:column_id', status: 200 },
      tools: [{ name: 'delete_table_column', family: 'table_columns', action: 'delete' }],
      input: z.strictObject({ ...columnId, force: z.boolean().default(false).describe('Also when other columns or views read it') }),
      output: Deleted.extend({
        snapshot_id: z.string().describe('Restore it to bring the column and its cells back; later changes of the table are undone too'),
      }),
      emits: [tableColumnDeleted],
      undo: (input, { snapshot_id }) => backToSnapshot(input, snapshot_id),
      problems: ['conflict'],
      versioned: true,
    }),
    check_formula: operation({
      summary: 'Check a formula without saving it',
      description: 'Answers what the formula comes to, what it reads, and its value for up to five rows; or where and why it cannot work.',
      scope: 'tables:write',
      allowed_when_full: true,
      no_undo: 'it changes nothing',
      route: { method: 'POST', path: '/tables/:table_id/formulas/check', status: 200 },
      tools: [{ name: 'check_table_formula', family: 'table_columns', action: 'check_formula' }],
      input: z.strictObject({
        ...tableId,
        expression: z.string().min(1).max(1_000_000).describe('The formula, for example {price} * {quantity}'),
        timezone: z.string().max(64).optional().describe('IANA zone of dates and of TODAY(); default UTC'),
      }),
      output: z.object({
        value_type: Column.shape.value_type,
        reads: z.array(z.string()).describe('Keys of the columns it reads'),
        preview: z.array(z.object({ row_id: z.string(), value: z.json(), error: z.string().nullable() })),
      }),
      example: { table_id: 'tbl_01jd0000000000000000000000', expression: '1 + 2 * 3' },
    }),
  },
});
