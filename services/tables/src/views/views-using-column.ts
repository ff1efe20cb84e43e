import type { CommonQueryMethods } from 'slonik';
import type { Schema } from '../schema/schema.ts';
import type { Viewer } from './viewer.ts';
import { findViews } from './views.queries.ts';

/** Returns the names of the views of a table that refer to a column and that a viewer sees. */
export async function findViewsUsing(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  column: string,
  viewer: Viewer,
): Promise<string[]> {
  const views = await findViews(tx, space_id, table_id, viewer);
  return views.filter(({ config }) => names(config, column)).map(({ name }) => name);
}

/** Returns true if an id occurs anywhere in a config. Ids are unlike any other text. */
function names(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id;
  return Object.values(value).some((part) => names(part, id));
}
