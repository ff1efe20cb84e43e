import type { CommonQueryMethods } from 'slonik';
import { findViews } from './views.queries.ts';

/** Returns the names of the views of a table that refer to a column. */
export async function findViewsUsing(tx: CommonQueryMethods, space: string, table: string, column: string): Promise<string[]> {
  const views = await findViews(tx, space, table);
  return views.filter(({ config }) => names(config, column)).map(({ name }) => name);
}

/** Returns true if an id occurs anywhere in a config. Ids are unlike any other text. */
function names(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id;
  return Object.values(value).some((part) => names(part, id));
}
