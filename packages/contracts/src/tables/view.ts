import { z } from 'zod';
import { id, nonEmptyLine, resource } from '../core/fields.ts';
import { aggregateFunctions, dateBuckets, filters, sort } from './filters.ts';

/** The ways a view shows rows (contract, T11). */
export const viewTypes = ['grid', 'kanban', 'gallery', 'calendar', 'dashboard'] as const;

/** The way a view shows rows. */
export type ViewType = (typeof viewTypes)[number];

const key = z.string().min(1).max(60);

/** The settings that every view has: columns, filters and order. */
const everyView = {
  columns: z
    .array(
      z.strictObject({
        column_key: key,
        visible: z.boolean().default(true),
        width: z.int().min(40).max(2_000).optional(),
        function: z.enum(aggregateFunctions).optional(),
      }),
    )
    .max(500)
    .optional()
    .describe('Columns in order; when given, those it leaves out are hidden, but for those that the view is built on, such as stack_by'),
  filters: filters.optional(),
  sort: sort.optional(),
  group_by: z
    .array(z.strictObject({ column_key: key, direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(3)
    .optional(),
};

/** One box of a dashboard. */
export const Widget = z.strictObject({
  id: z.string().min(1).max(64),
  type: z.enum(['metric', 'bar', 'line', 'pie', 'table']),
  title: nonEmptyLine(200),
  function: z.enum(aggregateFunctions).optional().describe('Default count'),
  column_key: key.optional().describe('Key of the column that the function reads; left out for count'),
  group_by: key.optional().describe('Needed by bar, line and pie'),
  date_bucket: z.enum(dateBuckets).optional(),
  filters: filters.optional(),
  x: z.int().min(0).max(100).optional(),
  y: z.int().min(0).max(1_000).optional(),
  w: z.int().min(1).max(12).optional(),
  h: z.int().min(1).max(12).optional(),
});

/** The schema of `config` by type of view; every column that it names must exist and have a fitting type. */
export const viewConfigs = {
  grid: z.strictObject({
    ...everyView,
    row_height: z.enum(['short', 'medium', 'tall']).optional(),
    frozen_count: z.int().min(0).max(10).optional(),
  }),
  kanban: z.strictObject({
    ...everyView,
    stack_by: key.describe('A select or checkbox column'),
    stack_order: z.array(z.string().max(100)).max(500).optional(),
    cover_column: key.optional().describe('An attachment or url column'),
    hide_empty: z.boolean().optional(),
  }),
  gallery: z.strictObject({
    ...everyView,
    cover_column: key.optional().describe('An attachment or url column'),
    cover_fit: z.enum(['cover', 'contain']).optional(),
  }),
  calendar: z.strictObject({
    ...everyView,
    start_column: key.describe('A date or datetime column'),
    end_column: key.optional().describe('A date or datetime column'),
    color_by: key.optional().describe('A select column'),
    default_mode: z.enum(['month', 'week', 'agenda']).optional(),
  }),
  dashboard: z.strictObject({ ...everyView, widgets: z.array(Widget).max(50) }),
} as const satisfies Record<ViewType, z.ZodObject>;

/** A view of a table (contract, T11). */
export const View = z
  .object({
    ...resource,
    table_id: z.string(),
    name: z.string(),
    type: z.enum(viewTypes),
    config: z.record(z.string(), z.json()),
    is_default: z.boolean(),
  })
  .meta({ id: 'View' });

/** A view of a table. */
export type View = z.infer<typeof View>;

/** The path parameters of a view. */
export const viewId = { table_id: id('table'), view_id: id('view') };
