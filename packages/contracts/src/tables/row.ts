import { z } from 'zod';
import { jsonValue, resource } from '../core/fields.ts';

/** The cells of a row by column key. */
export const cells = z.record(z.string().max(60), jsonValue).describe('Cells by column key');

/** The pending columns that an answer depends on. */
export const pendingColumns = z.array(z.string()).optional().describe('Keys of computed columns whose cells may still be out of date');

/** A row of a table (contract, T6). */
export const Row = z
  .object({
    ...resource,
    title: z.string().nullable().describe('Its cell in the title column, as text'),
    data: cells.describe('Every column by key; null where the cell is empty'),
    _errors: z
      .record(z.string(), z.object({ code: z.string(), message: z.string() }))
      .optional()
      .describe('Computed cells that are empty because working them out failed, and lists of linked rows that are cut, by column key'),
    _pending: z.array(z.string()).optional().describe('Keys of computed columns whose cell may still be out of date'),
  })
  .meta({ id: 'Row' });

/** A row of a table. */
export type Row = z.infer<typeof Row>;
