import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { uniqueIndexName } from '../schema/unique-index-sql.ts';

/**
 * Drops the indexes on the cells of these columns: what comes back may have another type than they expect, or repeat
 * where they allow no repeats. The unique ones are made again afterwards (`ensureColumnIndexes`), the others when they
 * are wanted.
 */
export async function dropCellIndexes(tx: CommonQueryMethods, row_table: string, cids: readonly string[]): Promise<void> {
  if (cids.length === 0) return;
  const adaptive = await tx.anyFirst(sql.type(z.object({ name: z.string() }))`
    delete from tables.cell_index where row_table = ${row_table} and cid = any(${sql.array([...cids], 'text')}) returning name`);
  for (const name of [...adaptive, ...cids.map((cid) => uniqueIndexName(row_table, cid))])
    await tx.query(sql.typeAlias('void')`drop index if exists ${sql.identifier(['tables', name])}`);
}
