import type { CommonQueryMethods } from 'slonik';
import type { SchemaCache } from '../schema/schema-cache.ts';

/** Context of a change of columns. The caller holds the lock of schema changes and the exclusive locks of all tables involved. */
export interface ColumnChangeContext {
  readonly tx: CommonQueryMethods & { readonly now: string };
  readonly schemas: SchemaCache;
}
