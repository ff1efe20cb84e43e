import type { StoredRow } from '../schema/schema.ts';

/** A row before and after a write; null if it does not exist. */
export interface RowChange {
  readonly row_id: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}
