import { z } from 'zod';
import { fieldsBefore, id, line, nonEmptyLine, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { Column, columnKey, newColumn } from './column.ts';
import { Aggregate, filters, GroupBy } from './filters.ts';
import { MAX_COLUMNS_PER_TABLE, MAX_GROUPS, MAX_TABLES_PER_SPACE } from './limits.ts';
import { pendingColumns } from './row.ts';
import { tableCreated, tableDeleted, tableUpdated } from './tables.events.ts';
import { View } from './view.ts';

const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'must be lower-case letters and digits with hyphens or underscores between');

const described = {
  singular_label: nonEmptyLine(200).nullable().describe('Name of one row, for example Deal'),
  icon: line(64).nullable().describe('Name of an icon or an emoji'),
  color: line(32).nullable().describe('Name or hex code of a colour'),
  description: z.string().max(4_000).nullable().describe('Purpose of the table'),
};

const meta = {
  ...resource,
  name: z.string().describe('The plural label'),
  plural_label: z.string(),
  singular_label: z.string().nullable(),
  slug: z.string(),
  icon: z.string().nullable(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  title_field_key: z.string().nullable().describe('Key of the column whose cell is the title of a row'),
  archived: z.boolean(),
  archived_at: z.iso.datetime({ precision: 3 }).nullable(),
};

/** A table without its columns, as lists show it. */
export const Table = z.object(meta).meta({ id: 'Table' });

/** A table without its columns. */
export type Table = z.infer<typeof Table>;

/** A table with its columns, its views and its number of rows (contract, T1). */
export const TableDefinition = z
  .object({ ...meta, columns: z.array(Column), views: z.array(View), row_count: z.int() })
  .meta({ id: 'TableDefinition' });

/** A table with its columns, its views and its number of rows. */
export type TableDefinition = z.infer<typeof TableDefinition>;

const tableId = { table_id: id('table') };

/** The tables of a Space (contract, T1). */
export const tables = contract({
  name: 'tables',
  service: 'tables',
  tag: 'Tables',
  description: 'Record types of your own: columns that mean something, rows, views, links to share them, and a Time Machine.',
  operations: {
    list: operation({
      summary: 'List tables',
      description: 'Oldest first, unless sort says otherwise. Archived tables are left out unless asked for.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables', status: 200 },
      tools: [{ name: 'list_tables', family: 'tables', action: 'list', everyday: true }],
      input: z.strictObject({
        sort: sortBy(['created_at', 'updated_at', 'name'], 'created_at'),
        limit,
        cursor,
        include_total: includeTotal,
        archived: z.boolean().default(false).describe('true lists the archived tables instead'),
      }),
      output: page(Table),
    }),
    create: operation({
      summary: 'Create a table',
      description:
        'slug is derived from the name when it is missing; a slug that is taken gets a number appended. The title column is title_field_key, or else the first column of text. A Space can have ' +
        `${MAX_TABLES_PER_SPACE} tables.`,
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables', status: 201 },
      tools: [{ name: 'create_table', family: 'tables', action: 'create' }],
      input: z.strictObject({
        name: nonEmptyLine(200).describe('The plural label, such as Deals'),
        ...z.strictObject(described).partial().shape,
        slug: slug.optional().describe('Short name for addresses; default: made from the name'),
        title_field_key: columnKey.optional().describe('Key of the column whose cell is the title of a row'),
        columns: z.array(z.strictObject(newColumn)).max(MAX_COLUMNS_PER_TABLE).optional().describe('The first columns, in order'),
      }),
      output: TableDefinition,
      emits: [tableCreated],
      undo: (_input, { id: table_id }) => ({ tool: 'delete_table', arguments: { table_id, hard: true } }),
      problems: ['limit_reached', 'unresolved_reference'],
      example: {
        name: 'Deals',
        singular_label: 'Deal',
        columns: [
          { key: 'name', label: 'Name', type: 'text', required: true },
          { key: 'code', label: 'Code', type: 'text', field_config: { unique: true } },
          { key: 'amount', label: 'Amount', type: 'number', field_config: { precision: 2 } },
          { key: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won', 'lost'] },
        ],
      },
    }),
    get: operation({
      summary: 'Read a table with its columns and views',
      description: 'Meta, columns, views and the number of rows.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id', status: 200 },
      tools: [{ name: 'get_table', family: 'tables', action: 'get', everyday: true }],
      input: z.strictObject(tableId),
      output: TableDefinition,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a table',
      description:
        'Only the fields given change. archived takes it out of the list and refuses changes of its rows; false brings it back. The answer has no columns and views.',
      scope: 'tables:write',
      route: { method: 'PATCH', path: '/tables/:table_id', status: 200 },
      tools: [{ name: 'update_table', family: 'tables', action: 'update' }],
      input: z.strictObject({
        ...tableId,
        ...z.strictObject(described).partial().shape,
        plural_label: nonEmptyLine(200).optional().describe('Name of the table, for example Deals'),
        slug: slug.optional().describe('Short name for addresses'),
        title_field_key: columnKey.nullable().optional().describe('Key of the column whose cell is the title of a row'),
        archived: z.boolean().optional().describe('true archives the table, false restores it'),
      }),
      output: Table.extend({
        changed: z.array(z.string()).describe('Names of the fields that are other now than before'),
        before: fieldsBefore,
      }),
      emits: [tableUpdated],
      undo: ({ table_id }, { changed, before }) =>
        changed.length === 0 ? null : { tool: 'update_table', arguments: { table_id, ...before } },
      versioned: true,
      example: { table_id: 'tbl_01jd0000000000000000000000', description: 'What we hope to sell' },
    }),
    delete: operation({
      summary: 'Archive or delete a table',
      description:
        'Archives the table: its data stays, and changing archived to false restores it. With hard=true the table is deleted permanently with its rows, views, links, comments and snapshots; columns of other tables that refer to it get status error.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id', status: 200 },
      tools: [{ name: 'delete_table', family: 'tables', action: 'delete' }],
      input: z.strictObject({ ...tableId, hard: z.boolean().default(false).describe('true deletes for good') }),
      output: z.object({
        id: z.string(),
        archived: z.boolean(),
        deleted: z.boolean(),
        was_archived: z.boolean().describe('True if it was archived before'),
      }),
      emits: [tableUpdated, tableDeleted],
      undo: ({ table_id }, { archived, was_archived }) =>
        archived && !was_archived ? { tool: 'update_table', arguments: { table_id, archived: false } } : null,
      versioned: true,
    }),
    aggregate: operation({
      summary: 'Aggregate the rows of a table',
      description: `Counts, sums and the like over all rows that match, as one group or by up to three columns; at most ${MAX_GROUPS} groups, the largest first.`,
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/aggregate', status: 200 },
      tools: [{ name: 'aggregate_table', family: 'tables', action: 'aggregate' }],
      input: z.strictObject({
        ...tableId,
        group_by: z.array(GroupBy).max(3).optional().describe('JSON: a list of {column_key, bucket}'),
        aggregates: z.array(Aggregate).min(1).max(20).optional().describe('JSON: a list of {function, column_key, as}; default a count'),
        filters: filters.optional(),
        view_id: id('view').optional().describe("Also apply this view's filters"),
        search: z.string().max(200).optional().describe('Part of the cell in the title column'),
        search_column: z.string().max(60).optional().describe('Key of another column to search in'),
      }),
      output: z.object({
        groups: z.array(
          z.object({
            group: z.record(z.string(), z.json()).describe('The value of each column of group_by; empty when there is none'),
            values: z.record(z.string(), z.json()).describe('Each figure by its name'),
          }),
        ),
        has_more: z.boolean().describe('There are more groups than are shown'),
        pending: pendingColumns,
      }),
      example: {
        table_id: 'tbl_01jd0000000000000000000000',
        aggregates: [{ function: 'count' }],
      },
      deadline_ms: 30_000,
    }),
  },
});
