import { z } from 'zod';
import { jsonValue, ofWrongType } from '../core/fields.ts';
import { MAX_SORTS } from './limits.ts';

/** The operators of filters: the seven of the contract and further common ones (contract, T7). */
export const filterOps = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'has_any',
  'has_all',
  'has_none',
  'within',
  'is_empty',
  'is_not_empty',
] as const;

/** The operator of a filter. */
export type FilterOp = (typeof filterOps)[number];

/** The named spans of time of `within`, in addition to `{"last_days": 7}` and `{"next_days": 7}`. */
export const dateSpans = [
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_year',
  'last_year',
  'next_year',
] as const;

/** A condition on one cell. */
export const FilterLeaf = z.strictObject({
  column_key: z.string().min(1).max(60).describe('Key of a column, or id, created_at, updated_at'),
  op: z.enum(filterOps).describe('Comparison; the types of columns have different ones'),
  value: jsonValue
    .optional()
    .describe('The value to compare with: two values for between, a list for in, not_in and has_*, a span for within; none for is_empty'),
});

/** A condition on one cell. */
export type FilterLeaf = z.infer<typeof FilterLeaf>;

/** A condition on a row: one on a cell, or and / or over such conditions. */
export type Filter = FilterLeaf | { and: Filter[] } | { or: Filter[] };

/** A condition on a row: one on a cell, or and / or over such conditions. */
export const Filter: z.ZodType<Filter> = z.lazy(() => z.union([FilterLeaf, AllFilters, AnyFilter])).meta({ id: 'Filter' });

const several = z.lazy(() => z.array(Filter).min(1).max(50));
const AllFilters = z.strictObject({ and: several.describe('All of these hold') }).meta({ id: 'AllFilters' });
const AnyFilter = z.strictObject({ or: several.describe('At least one of these holds') }).meta({ id: 'AnyFilter' });

/** Conditions that must all hold (contract, T7). */
export const filters = z
  .array(Filter, { error: ofWrongType('must be a list, such as [{"column_key": "amount", "op": "gt", "value": 10}]') })
  .max(50)
  .describe('JSON: a list of {column_key, op, value}, and of {"and": […]} and {"or": […]}; all must hold');

const A_LIST_OF_SORTS = 'must be a list, such as [{"column_key": "due", "direction": "desc"}]';

const sortList = (sentence: string) =>
  z
    .array(
      z.strictObject({
        column_key: z.string().min(1).max(60).describe('Key of a column, or id, created_at, updated_at'),
        direction: z.enum(['asc', 'desc']).default('asc').describe('Order of its values'),
      }),
      { error: ofWrongType(sentence) },
    )
    .max(MAX_SORTS);

/** Columns to sort by, the first one first; rows that are equal in all of them are sorted by id. */
export const sort = sortList(A_LIST_OF_SORTS).describe(
  'JSON: a list of {column_key, direction}; empty cells come first in asc and last in desc',
);

/** Reads an order in its short form, such as `-amount,name`; other values stay as they are. */
const fromShortForm = (value: unknown): unknown =>
  typeof value === 'string' && /^[^[{]/.test(value)
    ? value
        .split(',', MAX_SORTS + 1)
        .map((key) => (key.startsWith('-') ? { column_key: key.slice(1), direction: 'desc' } : { column_key: key }))
    : value;

/** The columns that a request sorts by: a list, or the short form that other lists have. */
export const requestedSort = z
  .preprocess(fromShortForm, sortList(`${A_LIST_OF_SORTS}, or a text such as -due,name`))
  .describe('JSON: a list of {column_key, direction}, or -amount,name; empty cells come first in asc and last in desc');

/** A column to sort by. */
export type Sort = z.output<typeof sort>;

/** The functions of an aggregate over the rows of a group. */
export const aggregateFunctions = [
  'count',
  'count_empty',
  'count_filled',
  'count_unique',
  'sum',
  'average',
  'min',
  'max',
  'median',
] as const;

/** Spans that a date can be grouped by. */
export const dateBuckets = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** One figure of an aggregate. */
export const Aggregate = z.strictObject({
  function: z.enum(aggregateFunctions).describe('Figure of each group'),
  column_key: z.string().min(1).max(60).optional().describe('Key of the column to aggregate; left out for count'),
  as: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be snake_case, such as total_price')
    .optional()
    .describe('Its name in the response; default <function>_<column_key>'),
});

/** A column to group by. */
export const GroupBy = z.strictObject({
  column_key: z.string().min(1).max(60).describe('Key of the column to group by'),
  bucket: z.enum(dateBuckets).optional().describe('For dates; default day'),
});
