import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { isComputed, type Link } from '../schema/lookups.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { isFolded, matchHash } from './lookup-cells.ts';

/** What every row has is not in `data` and is found without an index. */
const ofEveryRow: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'created_by']);

/**
 * Makes the indexes by which columns with `match` find rows from both sides; the caller is alone on both tables. They are
 * on a hash of the cell, so that cells of any length fit.
 */
export async function makeMatchIndexes(tx: CommonQueryMethods, links: readonly Link[]): Promise<void> {
  for (const { column, other, way } of links) {
    if (way.kind !== 'match') continue;
    const own = `rows_${column.table_id.slice('tbl_'.length)}`;
    for (const pair of way.pairs) {
      await makeIndex(tx, other.heap, pair.theirs, isFolded(pair));
      await makeIndex(tx, own, pair.own, isFolded(pair));
    }
  }
}

async function makeIndex(tx: CommonQueryMethods, heap: Schema['heap'], { type, cid }: Column, folded: boolean): Promise<void> {
  if (ofEveryRow.has(type)) return;
  const place = sql.identifier([isComputed({ type }) ? 'computed' : 'data']);
  await tx.query(sql.typeAlias('void')`
    create index if not exists ${sql.identifier([`${heap}_${cid}_match${folded ? '_folded' : ''}`])}
    on ${heapTable(heap)} (${matchHash(sql.fragment`(${place}->${sql.literalValue(cid)})`, folded)})`);
}
