import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Lookup } from '../schema/lookups.ts';
import type { Cell } from '../schema/schema.ts';
import { aggregateSql, linkedRowsSql, type Row } from './lookup-sql.ts';

const Found = z.object({ owner: z.string(), value: z.json() });

/** Returns the values that a lookup, rollup or count finds, by the id of the row that they belong to. */
export async function findLinkedValues(
  tx: CommonQueryMethods,
  link: Lookup,
  rows: readonly Row[],
  passes: FragmentSqlToken,
): Promise<Map<string, Cell>> {
  const source = linkedRowsSql(link, rows);
  if (!source) return new Map();
  const found = await tx.any(sql.type(Found)`
    select owner, ${aggregateSql(link)} as value from ${source} where ${passes} group by owner`);
  return new Map(found.map(({ owner, value }) => [owner, value]));
}
