import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { sql } from './database.ts';

/** Returns those of some ids that a Space has in any of these tables of a schema, in no order. */
export async function findExistingIds(
  database: CommonQueryMethods,
  schema: string,
  tables: readonly string[],
  space: string,
  ids: readonly string[],
): Promise<string[]> {
  const given = sql.array([...ids], 'text');
  const selects = tables.map(
    (table) => sql.fragment`select id from ${sql.identifier([schema, table])} where space_id = ${space} and id = any(${given})`,
  );
  return [...(await database.anyFirst(sql.type(z.object({ id: z.string() }))`${sql.join(selects, sql.fragment` union all `)}`))];
}
