import type { CommonQueryMethods } from 'slonik';
import { findRowTables } from '../schema/schema.queries.ts';
import type { Schema } from '../schema/schema.ts';
import { countDanglingLinks } from './snapshots.queries.ts';

/**
 * Returns one warning for each column in which rows written after version `since` link to deleted rows. The links are
 * stored and resolve again when such a row is restored.
 */
export async function findDanglingLinks(tx: CommonQueryMethods, schema: Schema, since: number): Promise<string[]> {
  const columns = schema.columns.filter(({ reference, status }) => reference && !reference.is_inverse && status !== 'error');
  if (columns.length === 0) return [];
  const row_tables = new Map(
    (
      await findRowTables(
        tx,
        schema.space_id,
        columns.map(({ reference }) => reference!.table_id),
      )
    ).map(({ id, row_table }) => [id, row_table]),
  );
  const sentences: string[] = [];
  for (const { cid, label, reference } of columns) {
    const target = row_tables.get(reference!.table_id);
    if (target === undefined) continue;
    const count = await countDanglingLinks(tx, { row_table: schema.row_table, cid, target }, since);
    if (count > 0)
      sentences.push(
        `${count} ${count === 1 ? 'link' : 'links'} in ${label} ${count === 1 ? 'leads to a row that is' : 'lead to rows that are'} deleted; the links stay stored in case the rows are restored.`,
      );
  }
  return sentences;
}
