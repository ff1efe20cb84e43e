import { sql } from '@space/database';
import { z } from 'zod';
import type { CellError, Cells, StoredRow } from './schema.ts';

const Actor = z.object({ kind: z.enum(['person', 'agent', 'automation', 'api_key']), id: z.string(), name: z.string() });
const cells = z.record(z.string(), z.json());

/** A row of a heap as Postgres answers it. */
export const HeapRow = z.object({
  id: z.string(),
  seq: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  created_by: Actor,
  updated_by: Actor,
  data: cells,
  computed: cells,
  errors: z.record(z.string(), z.object({ code: z.string(), message: z.string() })).nullable(),
}) satisfies z.ZodType<StoredRow, unknown> as z.ZodType<StoredRow & { data: Cells; errors: Record<string, CellError> | null }>;

/** The name of the heap of a table: the part of its id behind the prefix, which is letters and digits only. */
export const heapName = (tableId: string): string => `rows_${tableId.slice('tbl_'.length)}`;

/** A heap as a statement names it. */
export const heapTable = (heap: string) => sql.identifier(['tables', heap]);

/** The columns of a heap in the order of `HeapRow`. */
export const heapColumns = sql.fragment`id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors`;
