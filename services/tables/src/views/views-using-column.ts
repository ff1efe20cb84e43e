import type { CommonQueryMethods } from 'slonik';
import { findViews } from './views.queries.ts';

/** The names of the views of a table that name a column, in whatever place. */
export async function findViewsUsing(tx: CommonQueryMethods, space: string, table: string, column: string): Promise<string[]> {
  const views = await findViews(tx, space, table);
  return views.filter(({ config }) => names(config, column)).map(({ name }) => name);
}

/** Whether an id stands anywhere in a config; ids are like no other text. */
function names(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id;
  return Object.values(value).some((part) => names(part, id));
}
