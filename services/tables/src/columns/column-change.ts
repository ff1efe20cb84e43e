import type { CommonQueryMethods } from 'slonik';
import type { SchemaCache } from '../schema/schema-cache.ts';
/** Where a change of columns happens: the caller holds the lock of schema changes and is alone on every table it names. */
export interface ColumnChangeContext {
  readonly tx: CommonQueryMethods & { readonly now: string };
  readonly schemas: SchemaCache;
}
