import type { Schema, ValueType } from '../schema/schema.ts';
/** A computed column as a caller wants it; `field_config` fits the contract of its type and names columns by key. */
export interface ComputedInput {
  readonly space_id: string;
  readonly table: Schema;
  readonly column_id: string;
  readonly type: 'formula' | 'lookup' | 'rollup' | 'count';
  readonly field_config: Readonly<Record<string, unknown>>;
}

/** A computed column as it is stored. */
export interface CheckedComputed {
  /** With columns by id. */
  readonly config: Record<string, unknown>;
  readonly value_type: ValueType;
  /** Ids of the columns it reads, of any table, without itself unless it does. */
  readonly reads: readonly string[];
}

/** Reads the schema of a table; 404 when there is none. */
export type ReadSchema = (space: string, table: string) => Promise<Schema>;
