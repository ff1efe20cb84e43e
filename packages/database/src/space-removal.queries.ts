import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { type Database, sql } from './database.ts';
import { sqlState } from './failure.ts';
import { listSpaceTables } from './space-storage.queries.ts';

/** Rows that one call deletes at most; a row that others belong to takes these with it. */
const MOST = 5_000;
const REFERENCED = '23503';
/** The table by which a service knows that it pauses what it does for a Space. */
const CLOSED = 'closed_space';
/** The setting by which triggers know the Space whose rows may be deleted although they are append-only. */
const REMOVED = 'space.removed';

/** The number of rows that a call has deleted of a Space, and whether nothing is left. */
export interface SpaceRemoval {
  readonly deleted: number;
  readonly is_done: boolean;
}

/**
 * Deletes up to 5,000 rows of a Space from the tables of a schema. It is called until nothing is left; a further call deletes nothing. The
 * tables are read from the catalog of Postgres, so a new table needs no change here. Rows to which others refer wait for a
 * later call. The note that the Space is closed goes last, so that nothing of it is sent between two calls. Throws when rows of a Space
 * refer to each other for ever.
 */
export async function removeSpaceRows(database: Database, schema: string, space: string): Promise<SpaceRemoval> {
  let deleted = 0;
  let isBlocked = false;
  const names = (await listSpaceTables(database, schema, null)).map(({ name }) => name);
  const remove = (name: string, limit: number) =>
    database.transaction((tx) => deleteRows(tx, sql.fragment`${sql.identifier([schema, name])}`, space, limit));
  for (const name of names) {
    if (name === CLOSED) continue;
    if (deleted >= MOST) return { deleted, is_done: false };
    try {
      deleted += await remove(name, MOST - deleted);
    } catch (error) {
      if (sqlState(error) !== REFERENCED) throw error;
      isBlocked = true;
    }
  }
  if (isBlocked && deleted === 0) throw new Error(`rows of ${schema} refer to rows of this Space, so they cannot be deleted`);
  if (deleted === 0 && names.includes(CLOSED)) await remove(CLOSED, MOST);
  return { deleted, is_done: deleted === 0 };
}

async function deleteRows(tx: CommonQueryMethods, table: FragmentSqlToken, space: string, limit: number): Promise<number> {
  await tx.query(sql.type(z.object({ set_config: z.string() }))`select set_config(${REMOVED}, ${space}, true)`);
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    delete from ${table} where ctid = any(array(select ctid from ${table} where space_id = ${space} limit ${limit}))`);
  return rowCount;
}
