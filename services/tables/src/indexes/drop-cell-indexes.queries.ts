import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { uniqueIndexName } from '../schema/unique-index-sql.ts';

/**
 * Drops the indexes on the cells of these columns, since restored or converted cells may have another type or repeat.
 * `ensureColumnIndexes` creates the unique ones again; the others are built again when they are used.
 */
export async function dropCellIndexes(tx: CommonQueryMethods, row_table: string, cids: readonly string[]): Promise<void> {
  if (cids.length === 0) return;
  const adaptive = await tx.anyFirst(sql.type(z.object({ name: z.string() }))`
    delete from tables.cell_index where row_table = ${row_table} and cid = any(${sql.array([...cids], 'text')}) returning name`);
  for (const name of [...adaptive, ...cids.map((cid) => uniqueIndexName(row_table, cid))])
    await tx.query(sql.typeAlias('void')`drop index if exists ${sql.identifier(['tables', name])}`);
}
