import { z } from 'zod';
import { Deleted, fieldsBefore, id, jsonValue, nonEmptyLine } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { shapesText } from './shape-text.ts';
import { tableViewCreated, tableViewDeleted, tableViewUpdated } from './tables.events.ts';
import { View, type ViewConfig, viewConfigShape, viewConfigs, viewId, viewTypes } from './view.ts';

/** Callers see the settings of each type. The service gets any object and validates it by the type of the view. */
const config = z.record(z.string().max(64), jsonValue).meta({
  description: `The settings of this type of view, see the guide "tables", section "Views". By type, * is required: ${shapesText(viewConfigs)}`,
  ...viewConfigShape,
}) as unknown as z.ZodType<Record<string, z.core.util.JSONType>, ViewConfig>;
const tableId = { table_id: id('table') };

/** Tools belong to keys, and keys have no personal views: their tools fix the field. */
const sharedOnly = { personal: false } as const;

/** Saved views of tables (contract, T11). */
export const views = contract({
  name: 'views',
  family: 'table_views',
  service: 'tables',
  tag: 'Views',
  description:
    'Saved ways to look at a table: grid, kanban, gallery, calendar, dashboard. A config that names a column that does not exist or does not fit is refused.',
  operations: {
    list: operation({
      summary: 'List the views of a table',
      description: 'Oldest first, unless sort says otherwise. A person also sees their own personal views; a key sees shared views only.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/views', status: 200 },
      tools: [{ name: 'list_table_views', family: 'table_views', action: 'list' }],
      input: z.strictObject({
        ...tableId,
        sort: sortBy(['created_at', 'updated_at', 'name'], 'created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(View),
    }),
    create: operation({
      summary: 'Create a view of a table',
      description: 'A new table has a default grid view. is_default takes that place from the view that had it.',
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/views', status: 201 },
      tools: [{ name: 'create_table_view', family: 'table_views', action: 'create', preset: sharedOnly }],
      input: z.strictObject({
        ...tableId,
        name: nonEmptyLine(200).describe('Name that people see'),
        type: z.enum(viewTypes).default('grid').describe('Form in which the rows are shown'),
        config: config.default({}),
        is_default: z.boolean().default(false).describe('true makes it the default view of the table'),
        personal: z
          .boolean()
          .default(false)
          .describe('true makes a view that only the person who calls sees; for people in the console, not for keys'),
      }),
      output: View,
      emits: [tableViewCreated],
      // The default view of a table with other views cannot be deleted.
      undo: ({ table_id }, { id: view_id, is_default }) =>
        is_default ? null : { tool: 'delete_table_view', arguments: { table_id, view_id } },
      problems: ['limit_reached'],
      example: { table_id: 'tbl_01jd0000000000000000000000', name: 'All rows', type: 'grid' },
    }),
    get: operation({
      summary: 'Read a view with its whole config',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/views/:view_id', status: 200 },
      tools: [{ name: 'get_table_view', family: 'table_views', action: 'get' }],
      input: z.strictObject(viewId),
      output: View,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a view',
      description: 'Only the fields given change; config is replaced whole. A new type needs a config that fits it.',
      scope: 'tables:write',
      route: { method: 'PATCH', path: '/tables/:table_id/views/:view_id', status: 200 },
      tools: [{ name: 'update_table_view', family: 'table_views', action: 'update', preset: sharedOnly }],
      input: z.strictObject({
        ...viewId,
        name: nonEmptyLine(200).optional().describe('Name that people see'),
        type: z.enum(viewTypes).optional().describe('Form in which the rows are shown'),
        config: config.optional(),
        is_default: z.literal(true).optional().describe('Makes it the default view; to end that, make another one the default'),
        personal: z
          .boolean()
          .optional()
          .describe('true makes it the personal view of the person who calls, false a shared one; for people in the console, not for keys'),
      }),
      output: View.extend({ before: fieldsBefore }),
      // Listeners know shared views only: for them one that becomes personal is deleted, and one that becomes shared is created.
      emits: [tableViewUpdated, tableViewCreated, tableViewDeleted],
      undo: ({ table_id, view_id }, { before }) =>
        Object.keys(before).length === 0 || 'is_default' in before
          ? null
          : { tool: 'update_table_view', arguments: { table_id, view_id, ...before } },
      problems: ['conflict', 'limit_reached'],
      versioned: true,
      example: { table_id: 'tbl_01jd0000000000000000000000', view_id: 'viw_01jd0000000000000000000000', name: 'Open deals' },
    }),
    delete: operation({
      summary: 'Delete a view',
      description:
        'Share links of the view stop working. The undo makes it again, with another id. The default view cannot be deleted while there are others; the last one can.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/views/:view_id', status: 200 },
      tools: [{ name: 'delete_table_view', family: 'table_views', action: 'delete' }],
      input: z.strictObject(viewId),
      output: Deleted.extend({
        before: fieldsBefore.describe('The fields of the view'),
        revoked_links: z.int().describe('Share links of the view, which stop working'),
      }),
      emits: [tableViewDeleted],
      undo: ({ table_id }, { before, revoked_links }) =>
        revoked_links > 0 ? null : { tool: 'create_table_view', arguments: { table_id, ...before } },
      problems: ['conflict'],
      versioned: true,
    }),
  },
});
