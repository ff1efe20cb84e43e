import { z } from 'zod';
import { importFaults } from '../core/csv-import.ts';

/** The orders of day and month in dates such as 03/04/2026. */
export const dateOrders = ['day_first', 'month_first'] as const;

/** The CSV text of an import, and its options. */
export const importFields = {
  csv: z.string().min(1).max(1_000_000).describe('The CSV text, header first'),
  mode: z
    .enum(['all_or_nothing', 'per_line'])
    .default('all_or_nothing')
    .describe('per_line stores the valid lines although others are invalid'),
  columns: z.record(z.string().max(200), z.string().max(60)).optional().describe('Column keys by header, for other headers'),
  create_options: z.boolean().default(false).describe('Create unknown choices of select columns'),
  date_order: z
    .enum(dateOrders)
    .optional()
    .describe(
      'Meaning of 03/04/2026: 3 April (day_first) or 4 March (month_first). Default: the format of the column, or the order of the other dates in the column of the CSV; a date that stays ambiguous is an error',
    ),
};

/** The answer of an import. */
export const ImportReport = z.object({
  created: z.int(),
  failed: z.int().describe('Lines that are wrong'),
  errors: importFaults,
  ignored_columns: z.array(z.string()).describe('Headers that name no column'),
  snapshot_id: z.string().nullable().describe('Snapshot from before; a bulk revert by it undoes the import. Null if nothing was imported'),
});
