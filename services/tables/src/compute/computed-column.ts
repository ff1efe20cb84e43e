import type { Schema, ValueType } from '../schema/schema.ts';

/** The definition of a computed column as sent; `field_config` has the shape of its type, with column keys. */
export interface ComputedInput {
  readonly space_id: string;
  readonly table: Schema;
  readonly column_id: string;
  readonly type: 'formula' | 'lookup' | 'rollup' | 'count';
  readonly field_config: Readonly<Record<string, unknown>>;
}

/** A checked computed column in stored form. */
export interface CheckedComputed {
  /** With column ids. */
  readonly config: Record<string, unknown>;
  readonly value_type: ValueType;
  /** Ids of the columns that it reads, in any table. */
  readonly reads: readonly string[];
}

/** Reads the schema of a table. Throws 404 for an unknown table. */
export type ReadSchema = (space: string, table: string) => Promise<Schema>;
