import { type FieldError, invalidFields } from '@space/contracts/core';
import type { Formula } from '@space/formula';
import type { CommonQueryMethods } from 'slonik';
import { volatileFormulas } from '../formulas/compiled-formulas.ts';
import type { IndexUse } from '../indexes/index-uses.ts';
import type { Schema } from '../schema/schema.ts';
import { findInverseLinks, findReferencedRowTables, type InverseLink } from './linked-row-tables.queries.ts';
import type { MergedContacts } from './merged-contacts.ts';
import type { SharedCells } from './shared-cells-sql.ts';

/**
 * The inputs for SQL over the rows of a table, and the results of building it: the errors of the request, which the caller
 * receives all together, and the indexes that the statement could use. The row table has the alias `r` in every statement.
 */
export interface QueryContext {
  readonly schema: Schema;
  /** The stored links that inverse columns show, by the id of the inverse column. */
  readonly inverse_links: ReadonlyMap<string, InverseLink>;
  /** The row tables that reference columns point to, by table id; a deleted table has no entry. */
  readonly row_tables: ReadonlyMap<string, string>;
  /** Formulas that are computed at each read, by column id. */
  readonly volatile: ReadonlyMap<string, Formula>;
  /** Milliseconds since the epoch, for TODAY, NOW and `within`. */
  readonly now: number;
  readonly errors: FieldError[];
  readonly index_uses: IndexUse[];
  /** The contacts that the request names and that were merged; without it ids are compared as they are. */
  readonly merged_contacts?: MergedContacts | undefined;
  /** The surviving contact of each merged one, as a JSON object, for grouping; without it cells are grouped by the ids that they hold. */
  readonly survivors?: string | undefined;
  /** The cells that the comparisons of a large filter share. Without it each comparison reads its cell itself, as an index has it. */
  readonly shared?: SharedCells | undefined;
}

/** Returns the context of one request. Queries the database once per schema that has references. */
export async function createQueryContext(database: CommonQueryMethods, schema: Schema, now: number): Promise<QueryContext> {
  return {
    schema,
    inverse_links: await findInverseLinks(database, schema),
    row_tables: await findReferencedRowTables(database, schema),
    volatile: volatileFormulas(schema),
    now,
    errors: [],
    index_uses: [],
  };
}

/** Returns a context over the same table without errors and index uses, to try a part of a request on its own. */
export const forkQueryContext = (context: QueryContext): QueryContext => ({ ...context, errors: [], index_uses: [] });

/** Throws a 400 with all errors of the request, if it has any. */
export function assertNoErrors({ errors }: QueryContext): void {
  if (errors.length > 0) throw invalidFields(errors);
}
