import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { HeapRow, heapColumns } from '../schema/row-table-sql.ts';
import { cursorKey } from './keyset-sql.ts';
import { afterReading, type Chosen, runSql, runsOf } from './row-query-sql.ts';

const KeyedRow = HeapRow.and(z.object({ key: z.string() }));

/** A stored row with the key of its place: a page can end behind any row. */
export type KeyedRow = z.output<typeof KeyedRow>;

/** The next rows behind a cursor, at most `limit`, and whether there are more. */
export async function readKeyed(
  database: CommonQueryMethods,
  chosen: Chosen,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly rows: readonly KeyedRow[]; readonly has_more: boolean }> {
  const what = sql.fragment`${heapColumns}, ${cursorKey(chosen.keys)} as key`;
  const rows: KeyedRow[] = [];
  for (const run of runsOf(chosen, { limit, cursor })) {
    rows.push(...(await database.any(sql.type(KeyedRow)`${runSql(chosen, what, run, limit + 1 - rows.length)}`)));
    if (rows.length > limit) break;
  }
  await afterReading(database, chosen, rows.length);
  return { rows: rows.slice(0, limit), has_more: rows.length > limit };
}
