import { z } from 'zod';
import { line, nonEmptyLine } from '../core/fields.ts';
import { programShape } from '../core/program-shape.ts';
import { Filter } from './filters.ts';

/** Every type a column can have (contract, T5). */
export const columnTypes = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'rating',
  'duration',
  'checkbox',
  'date',
  'datetime',
  'select',
  'multi_select',
  'email',
  'phone',
  'url',
  'attachment',
  'reference',
  'contact',
  'formula',
  'lookup',
  'rollup',
  'count',
  'autonumber',
  'created_at',
  'updated_at',
  'created_by',
] as const;

/** The type of a column. */
export type ColumnType = (typeof columnTypes)[number];

/** The function of a rollup over the values that it finds. */
export const rollupFunctions = [
  'sum',
  'average',
  'min',
  'max',
  'count',
  'count_all',
  'count_filled',
  'and',
  'or',
  'array_join',
  'array_unique',
] as const;

/** One choice of a select column. Cells hold its id; without one the name it was first given is its id. */
export const SelectOption = z.strictObject({
  id: nonEmptyLine(100).optional().describe('The value of cells with this choice. It never changes; default: its first name'),
  name: nonEmptyLine(100).describe('Name that people see'),
  color: line(32).optional().describe('Colour of the choice: a name such as teal, or #rrggbb'),
});

/** The target of a reference column. */
export const ReferenceTarget = z.strictObject({
  table_id: z.string().min(1).max(64).describe('The table whose rows are referred to; it may be the same table'),
  cardinality: z.enum(['one', 'many']).default('many').describe('Number of rows that a cell may link to'),
  symmetric_key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be snake_case, such as line_items')
    .optional()
    .describe('Also makes a column of this key in the other table that shows, and changes, the same links from there'),
  symmetric_label: nonEmptyLine(200).optional().describe('Name that people see of that column'),
});

const precision = z.int().min(0).max(8).describe('Decimals that are stored');
const bounds = { min: z.number().describe('Smallest value'), max: z.number().describe('Largest value') };
const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a code such as EUR (ISO 4217)')
  .describe('Code of the currency, such as EUR (ISO 4217)');
const region = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a code such as FR (ISO 3166)')
  .describe('Region of numbers without a country code, such as FR (ISO 3166)');
const schemes = z
  .array(z.enum(['http', 'https', 'mailto']))
  .min(1)
  .describe('Schemes that are allowed');
const unique = z.boolean().describe('No two rows may hold the same value, ignoring case');
const length = z.int().min(0).max(100_000);
const minLength = length.describe('Least characters');
const maxLength = length.describe('Most characters');
const icon = line(32).describe('Name of an icon or an emoji');
const zone = line(64).describe('IANA zone in which the times are shown');
const format = line(32).describe('Form in which the values are shown, such as DD.MM.YYYY');
const key = z.string().min(1).max(60);
const reference = key.optional().describe('Key of the reference column of this table to follow; or table_id and match');
const otherTable = key.max(64).optional().describe('The table whose rows match finds');

/** A condition on the rows that are looked at, as `filters` of the rows list take it. */
const filter = z.array(Filter).max(50).describe('Only rows that pass, as filters of the rows list');
const through = {
  reference_column: key.describe('Key of the reference column of this table to follow'),
  target_column: key.describe('Key of the column of the other table to read'),
  filter: filter.optional(),
};
const match = z
  .array(
    z.strictObject({
      target_column: key.describe('Key of a column of the other table'),
      equals_column: key.describe('Key of the column of this table with the same value'),
    }),
  )
  .min(1)
  .max(5)
  .describe('Rows of the other table whose target_column equals equals_column of this row');

/**
 * The schema of `field_config` by type of column. Keys that a type does not have are refused. A rollup or a count has
 * either `reference_column`, or `table_id` and `match` to find rows of another table without a reference.
 */
export const columnConfigs = {
  text: z
    .strictObject({
      min_length: minLength,
      max_length: maxLength,
      pattern: z.string().max(500).describe('A regular expression that the text must fit, in the syntax of RE2'),
      unique,
    })
    .partial(),
  long_text: z.strictObject({ max_length: maxLength, format: z.enum(['plain', 'markdown']).describe('Syntax of the text') }).partial(),
  number: z.strictObject({ precision, ...bounds, unique }).partial(),
  currency: z.strictObject({ precision, ...bounds, currency_code: currencyCode }).partial(),
  percent: z.strictObject({ precision, ...bounds }).partial(),
  rating: z.strictObject({ max: z.int().min(1).max(10).describe('Most stars; default 5'), icon }).partial(),
  duration: z.strictObject({ format: z.enum(['h:mm', 'h:mm:ss', 'h:mm:ss.S']).describe('Form in which the duration is shown') }).partial(),
  checkbox: z.strictObject({ icon }).partial(),
  date: z.strictObject({ min: z.iso.date().describe('First day'), max: z.iso.date().describe('Last day'), format }).partial(),
  datetime: z.strictObject({ timezone: zone, format }).partial(),
  select: z.strictObject({}).partial(),
  multi_select: z
    .strictObject({
      min_items: z.int().min(0).max(100).describe('Least choices'),
      max_items: z.int().min(1).max(100).describe('Most choices'),
    })
    .partial(),
  email: z.strictObject({ unique }).partial(),
  phone: z.strictObject({ default_region: region, unique }).partial(),
  url: z.strictObject({ allowed_schemes: schemes, unique }).partial(),
  attachment: z
    .strictObject({
      max_files: z.int().min(1).max(100).describe('Most files'),
      mime_types: z.array(line(100)).max(50).describe('Media types that are allowed, such as image/png'),
    })
    .partial(),
  reference: z.strictObject({}).partial(),
  contact: z.strictObject({ multiple: z.boolean().describe('true allows several contacts') }).partial(),
  formula: z.strictObject({
    expression: z.string().min(1).max(1_000_000).describe('The formula, for example {price} * {quantity}'),
    timezone: line(64).optional().describe('IANA zone of dates and of TODAY(); default UTC'),
    precision: precision.optional(),
  }),
  lookup: z.strictObject(through),
  rollup: z.strictObject({
    reference_column: reference,
    table_id: otherTable,
    match: match.optional(),
    target_column: key.optional().describe('May be left out for count_all'),
    function: z.enum(rollupFunctions).describe('Figure over the values that it finds'),
    separator: z.string().max(10).optional().describe('Text between the values of array_join'),
    filter: filter.optional(),
  }),
  count: z.strictObject({
    reference_column: reference,
    table_id: otherTable,
    match: match.optional(),
    filter: filter.optional(),
  }),
  autonumber: z
    .strictObject({
      prefix: line(20).describe('Text before the number'),
      start: z.int().min(0).describe('First number'),
      pad: z.int().min(0).max(12).describe('Least digits'),
    })
    .partial(),
  created_at: z.strictObject({ timezone: zone, format }).partial(),
  updated_at: z.strictObject({ timezone: zone, format }).partial(),
  created_by: z.strictObject({}).partial(),
} as const satisfies Record<ColumnType, z.ZodObject>;

/** The settings of a column, by its type; select, reference and created_by have none. */
export type ColumnConfig = {
  [T in ColumnType]: string extends keyof z.input<(typeof columnConfigs)[T]> ? never : z.input<(typeof columnConfigs)[T]>;
}[ColumnType];

/** Metadata for a schema of the settings of a column: programs see the settings of each type. */
export const columnConfigShape = programShape(
  'ColumnConfig',
  columnConfigs,
  'The settings of the type of the column. The server refuses settings of another type; select, reference and created_by have none.',
);

/** Types whose cells are computed and cannot be written. */
export const readOnlyTypes: ReadonlySet<ColumnType> = new Set([
  'formula',
  'lookup',
  'rollup',
  'count',
  'autonumber',
  'created_at',
  'updated_at',
  'created_by',
]);
