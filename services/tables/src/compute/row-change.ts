import type { StoredRow } from '../schema/schema.ts';
/** One row before and after a change; null where there is none. */
export interface RowChange {
  readonly row_id: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}
