import { type Database, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Rows one statement looks at and removes, so that none holds locks for long. */
export const CHUNK = 5_000;

/** Runs a statement that removes at most a chunk until it finds less. */
export async function removeAll(database: Database, removal: FragmentSqlToken): Promise<void> {
  while ((await database.query(sql.typeAlias('void')`${removal}`)).rowCount === CHUNK);
}
