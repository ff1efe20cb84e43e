import { sql } from '@space/database';
import { z } from 'zod';
import type { CellError, Cells, StoredRow } from './schema.ts';

/** The author of a change as stored in a row. */
export const StoredActor = z.object({ kind: z.enum(['person', 'agent', 'automation', 'api_key']), id: z.string(), name: z.string() });

/** Cells as stored, by cid. */
export const StoredCells = z.record(z.string(), z.json());

/** A row of a row table. */
export const RowTableRow = z.object({
  id: z.string(),
  seq: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  created_by: StoredActor,
  updated_by: StoredActor,
  data: StoredCells,
  computed: StoredCells,
  errors: z.record(z.string(), z.object({ code: z.string(), message: z.string() })).nullable(),
}) satisfies z.ZodType<StoredRow, unknown> as z.ZodType<StoredRow & { data: Cells; errors: Record<string, CellError> | null }>;

/** Returns the name of the row table of a table: `rows_` and the table id without its prefix, letters and digits only. */
export const rowTableName = (tableId: string): string => `rows_${tableId.slice('tbl_'.length)}`;

/** Returns a row table as an identifier. */
export const rowTableSql = (row_table: string) => sql.identifier(['tables', row_table]);

/** The columns of a row table in the order of `RowTableRow`. */
export const rowColumnsSql = sql.fragment`id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors`;

/** Returns the JSON of cells that were selected as text, or no cells in a row that only takes up room of a page (`limitPageBytes`). */
export const cellsOfSlotSql = (column: 'data' | 'computed') =>
  sql.fragment`case when slot = 1 then ${sql.identifier([column])} else '{}' end::json as ${sql.identifier([column])}`;
