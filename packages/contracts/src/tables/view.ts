import { z } from 'zod';
import { id, nonEmptyLine, resource } from '../core/fields.ts';
import { programShape } from '../core/program-shape.ts';
import { aggregateFunctions, dateBuckets, filters, sort } from './filters.ts';

/** The ways a view shows rows (contract, T11). */
export const viewTypes = ['grid', 'kanban', 'gallery', 'calendar', 'dashboard'] as const;

/** The way a view shows rows. */
export type ViewType = (typeof viewTypes)[number];

const key = z.string().min(1).max(60);
const columnKey = key.describe('Key of the column');

/** The settings that every view has: columns, filters and order. */
const everyView = {
  columns: z
    .array(
      z.strictObject({
        column_key: columnKey,
        visible: z.boolean().default(true).describe('false hides the column'),
        width: z.int().min(40).max(2_000).optional().describe('Width in pixels; share pages have it in grids'),
        function: z.enum(aggregateFunctions).optional().describe('Figure over its cells that the view shows'),
      }),
    )
    .max(500)
    .optional()
    .describe('Columns in order; when given, those it leaves out are hidden, but for those that the view is built on, such as stack_by'),
  filters: filters.optional(),
  sort: sort.optional(),
  group_by: z
    .array(z.strictObject({ column_key: columnKey, direction: z.enum(['asc', 'desc']).default('asc').describe('Order of the groups') }))
    .max(3)
    .optional()
    .describe('Columns by whose values the rows are grouped'),
};

/** One box of a dashboard. */
export const Widget = z.strictObject({
  id: z.string().min(1).max(64).describe('Id of the widget, unique in the dashboard'),
  type: z.enum(['metric', 'bar', 'line', 'pie', 'table']).describe('Form in which the figures are shown'),
  title: nonEmptyLine(200).describe('Heading that people see'),
  function: z.enum(aggregateFunctions).optional().describe('Default count'),
  column_key: key.optional().describe('Key of the column that the function reads; left out for count'),
  group_by: key.optional().describe('Needed by all types but metric'),
  date_bucket: z.enum(dateBuckets).optional().describe('Span by which dates are grouped'),
  filters: filters.optional(),
  x: z.int().min(0).max(100).optional().describe('Column of its left edge; share pages have twelve from 0, and need w too'),
  y: z.int().min(0).max(1_000).optional().describe('Row of its upper edge; share pages read the order'),
  w: z.int().min(1).max(12).optional().describe('Width in columns'),
  h: z.int().min(1).max(12).optional().describe('Height in rows'),
});

/** The schema of `config` by type of view; every column that it names must exist and have a fitting type. */
export const viewConfigs = {
  grid: z.strictObject({
    ...everyView,
    row_height: z
      .enum(['short', 'medium', 'tall'])
      .optional()
      .describe('Height of the rows; share pages have one line for short and whole texts otherwise'),
    frozen_count: z
      .int()
      .min(0)
      .max(10)
      .optional()
      .describe('Columns that stay in place when the grid is scrolled; share pages ignore it: their first column stays'),
  }),
  kanban: z.strictObject({
    ...everyView,
    stack_by: key.describe('A select or checkbox column'),
    stack_order: z.array(z.string().max(100)).max(500).optional().describe('Choices in the order of their stacks'),
    cover_column: key.optional().describe('An attachment or url column'),
    hide_empty: z.boolean().optional().describe('true hides stacks without cards'),
  }),
  gallery: z.strictObject({
    ...everyView,
    cover_column: key.optional().describe('An attachment or url column'),
    cover_fit: z.enum(['cover', 'contain']).optional().describe('cover fills the place of the image, contain shows all of it'),
  }),
  calendar: z.strictObject({
    ...everyView,
    start_column: key.describe('A date or datetime column'),
    end_column: key.optional().describe('A date or datetime column'),
    color_by: key.optional().describe('A select column'),
    default_mode: z
      .enum(['month', 'week', 'agenda'])
      .optional()
      .describe('Span that is shown first; default month. Share pages have only this one'),
  }),
  dashboard: z.strictObject({ ...everyView, widgets: z.array(Widget).max(50).describe('Boxes of the dashboard') }),
} as const satisfies Record<ViewType, z.ZodObject>;

/** The settings of a view, by its type. */
export type ViewConfig = z.input<(typeof viewConfigs)[ViewType]>;

/** Metadata for a schema of the settings of a view: programs see the settings of each type. */
export const viewConfigShape = programShape(
  'ViewConfig',
  viewConfigs,
  'The settings of the type of the view. The server refuses settings of another type.',
);

const configOfView = z.record(z.string(), z.json()).meta(viewConfigShape) as unknown as z.ZodType<ViewConfig, ViewConfig>;

/** A view of a table (contract, T11). */
export const View = z
  .object({
    ...resource,
    table_id: z.string(),
    name: z.string(),
    type: z.enum(viewTypes),
    config: configOfView,
    is_default: z.boolean(),
    personal: z.boolean().describe('True for a view that one member alone sees'),
  })
  .meta({ id: 'View' });

/** A view of a table. */
export type View = z.infer<typeof View>;

/** The path parameters of a view. */
export const viewId = { table_id: id('table'), view_id: id('view') };
