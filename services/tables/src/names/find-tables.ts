import type { TableOfName } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { findNamedTables } from './table-names.queries.ts';

/** Tables that the error of an ambiguous name lists. */
const LISTED_TABLES = 5;

/** Returns the tables that slugs and names mean, by the name: those in use, or else archived ones. A name without a table has no entry. */
export async function findTables(
  database: CommonQueryMethods,
  space: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly TableOfName[]>> {
  const found = await findNamedTables(database, space, [...new Set(names)], LISTED_TABLES);
  const byName = Map.groupBy(found, ({ name }) => name);
  return new Map(
    [...byName].map(([name, tables]) => {
      const active = tables.filter(({ archived }) => !archived);
      return [name, (active.length > 0 ? active : tables).map(({ id, label }) => ({ id, label }))];
    }),
  );
}
