import { z } from 'zod';
import { operation } from '../core/operation.ts';
import { MAX_MARK_INTERVAL, MAX_MARKS, MAX_OFFSET_AFTER_CURSOR, MAX_PARTLY_MARKED_ROWS, MIN_MARK_INTERVAL } from './limits.ts';
import { pendingColumns } from './row.ts';
import { SAMPLE_TABLE, tableId } from './row-fields.ts';
import { rowSelection } from './row-selection.ts';

/** The rows between two marks of a list, unless the call says otherwise. */
const DEFAULT_MARK_INTERVAL = 1_000;

/** A place in a list of rows. */
const RowMark = z
  .object({
    offset: z.int().describe('Rows before the place'),
    cursor: z.string().describe('A list with the same filters and order that starts at this cursor begins with the row at offset'),
  })
  .meta({ id: 'RowMark' });

/** The operation that marks every n-th row of a list, so that a reader can jump (contract, T16). */
export const rowMarks = operation({
  summary: 'Mark every n-th row of a list',
  description: `Returns cursors to jump in a list of rows of any length. A mark is a cursor of \`GET …/rows\` with the same filters, search, view and order; with an \`offset\` of at most ${MAX_OFFSET_AFTER_CURSOR} it reaches the rows after the mark. Marks of a list that takes too long to read end after ${MAX_PARTLY_MARKED_ROWS} rows or earlier, and the answer says so.`,
  scope: 'tables:read',
  route: { method: 'GET', path: '/tables/:table_id/rows/marks', status: 200 },
  counterpart: 'list_table_rows',
  input: z.strictObject({
    ...tableId,
    every: z
      .int()
      .min(MIN_MARK_INTERVAL)
      .max(MAX_MARK_INTERVAL)
      .default(DEFAULT_MARK_INTERVAL)
      .describe(`Rows from one mark to the next; default ${DEFAULT_MARK_INTERVAL}`),
    known_version: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The version of an earlier answer to the same request: while it is current, the answer has no marks'),
    ...rowSelection,
  }),
  output: z.object({
    version: z
      .string()
      .nullable()
      .describe(
        'Stays the same while the rows, the columns and the request are the same. Null if the marks can change without it: rows are being written now, or cells that are computed, links, contacts or the present time select or order the rows',
      ),
    is_unchanged: z.boolean().describe('True if known_version is current: the earlier marks are valid, and this answer has none'),
    every: z.int(),
    marks: z.array(RowMark).describe(`From the row at offset every on, in order, at most ${MAX_MARKS}`),
    total: z.int().nullable().describe('Rows of the list; null if is_unchanged'),
    total_is_exact: z.boolean().describe('False if the list has at least total rows, and counting all of them takes too long'),
    is_complete: z.boolean().describe('True if the marks reach the end of the list'),
    pending: pendingColumns.describe('Keys of columns by which the rows were filtered, sorted or searched while they are being recomputed'),
  }),
  example: { ...SAMPLE_TABLE, every: 500, sort: [{ column_key: 'amount', direction: 'desc' }] },
});
