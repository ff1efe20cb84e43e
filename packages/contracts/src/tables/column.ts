import { z } from 'zod';
import { jsonObject, jsonValue, line, nonEmptyLine, resource } from '../core/fields.ts';
import { type ColumnConfig, columnConfigShape, columnConfigs, columnTypes, ReferenceTarget, SelectOption } from './column-types.ts';
import { MAX_DEFAULT_VALUES_BYTES, MAX_OPTIONS } from './limits.ts';
import { shapesText } from './shape-text.ts';

/** The name of a column on the wire. */
export const columnKey = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be snake_case: a letter, then letters, digits and underscores');

/** Callers see the settings of each type. The service gets any object and validates it by the type of the column. */
const fieldConfig = (jsonObject as unknown as z.ZodType<z.output<typeof jsonObject>, ColumnConfig>).optional().meta({
  description: `The settings of this type of column, see the guide "tables", section "Column types". By type, * is required: ${shapesText(columnConfigs)}`,
  ...columnConfigShape,
});

const configOfColumn = jsonObject.meta(columnConfigShape) as unknown as z.ZodType<ColumnConfig, ColumnConfig>;

/** The input that creates a column (contract, T4). */
export const newColumn = {
  key: columnKey.describe('Name of its cells in rows and formulas'),
  label: nonEmptyLine(200).describe('Name that people see'),
  type: z.enum(columnTypes).describe('Type of its cells'),
  options: z
    .array(z.union([nonEmptyLine(100), SelectOption]))
    .max(MAX_OPTIONS)
    .optional()
    .describe('The choices of a select column: names, or objects'),
  reference_target: ReferenceTarget.optional().describe('The table whose rows a reference column links to'),
  field_config: fieldConfig,
  required: z.boolean().optional().describe('true refuses rows without a value'),
  default_value: jsonValue
    .refine((value) => JSON.stringify(value).length <= MAX_DEFAULT_VALUES_BYTES, `must have at most ${MAX_DEFAULT_VALUES_BYTES} characters`)
    .optional()
    .describe('The cell of a new row that gives no value; null for none'),
  icon: line(64).nullable().optional().describe('Name of an icon or an emoji'),
};

/** A column of a table (contract, T4). */
export const Column = z
  .object({
    ...resource,
    table_id: z.string(),
    key: z.string(),
    label: z.string(),
    type: z.enum(columnTypes).describe('Type of its cells'),
    options: z.array(z.object({ id: z.string(), name: z.string(), color: z.string().nullable() })),
    reference_target: z
      .object({
        table_id: z.string(),
        cardinality: z.enum(['one', 'many']),
        symmetric_column_id: z.string().nullable().describe('The column of the other table that shows the same links'),
      })
      .nullable(),
    field_config: configOfColumn,
    required: z.boolean(),
    default_value: jsonValue,
    icon: z.string().nullable(),
    position: z.int().describe('Its place among the columns, from 0'),
    value_type: z
      .enum(['text', 'number', 'boolean', 'date', 'datetime', 'list', 'object'])
      .describe('Type of the values of its cells, also of computed ones'),
    status: z.enum(['ok', 'pending', 'error']).describe('pending while cells are being computed; error when they cannot be computed'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    progress: z.object({ done: z.int(), total: z.int() }).nullable().describe('Rows computed and rows to compute, while it is pending'),
  })
  .meta({ id: 'Column' });

/** A column of a table. */
export type Column = z.infer<typeof Column>;
