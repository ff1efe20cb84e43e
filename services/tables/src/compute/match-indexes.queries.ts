import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { isComputed, type Lookup } from '../schema/lookups.ts';
import { rowTableName, rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { isCaseInsensitive, matchHashSql } from './lookup-sql.ts';

/** Column types that are fields of every row; rows are not matched by them through `data`. */
const ofEveryRow: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'created_by']);

/**
 * Creates the indexes by which columns with `match` find rows from both sides. They are on a hash of the cell, so that
 * cells of any length fit. The caller blocks the writers of both tables.
 */
export async function createMatchIndexes(tx: CommonQueryMethods, links: readonly Lookup[]): Promise<void> {
  for (const { column, other, path } of links) {
    if (path.kind !== 'match') continue;
    const own = rowTableName(column.table_id);
    for (const pair of path.pairs) {
      await createIndex(tx, other.row_table, pair.theirs, isCaseInsensitive(pair));
      await createIndex(tx, own, pair.own, isCaseInsensitive(pair));
    }
  }
}

async function createIndex(tx: CommonQueryMethods, row_table: Schema['row_table'], { type, cid }: Column, folded: boolean): Promise<void> {
  if (ofEveryRow.has(type)) return;
  const place = sql.identifier([isComputed({ type }) ? 'computed' : 'data']);
  await tx.query(sql.typeAlias('void')`
    create index if not exists ${sql.identifier([`${row_table}_${cid}_match${folded ? '_folded' : ''}`])}
    on ${rowTableSql(row_table)} (${matchHashSql(sql.fragment`(${place}->${sql.literalValue(cid)})`, folded)})`);
}
