import type { CommonQueryMethods } from 'slonik';
import type { InverseLink } from '../query/linked-row-tables.queries.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { linkedIds } from '../schema/lookups.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import type { ReferencedTables } from '../schema/schema-cache.ts';
import { findFirstLinkingRows } from './inverse-links.queries.ts';
import { type NamedThings, noRelatedData, type RelatedData } from './row-response.ts';
import { findTitles } from './titles.queries.ts';

/** Reads the related data of rows in the transaction that wrote them: inverse links, and titles of rows that are or were linked. */
export async function loadRelatedDataInTx(
  tx: CommonQueryMethods,
  schema: Schema,
  rows: readonly StoredRow[],
  known: { readonly targets: ReferencedTables; readonly inverse_links: ReadonlyMap<string, InverseLink> } & NamedThings,
  inverseBefore: RelatedData['inverse'] = new Map(),
): Promise<RelatedData> {
  const { references, inverse_references } = columnRolesOf(schema);
  if (references.length + inverse_references.length === 0 || rows.length === 0)
    return { ...noRelatedData(), names: { contacts: known.contacts, assets: known.assets } };
  const rowIds = rows.map(({ id }) => id);
  const inverse = new Map<string, Record<string, string[]>>();
  const wanted = new Map<string, Set<string>>();
  const want = (table: string, ids: readonly string[]) => wanted.set(table, (wanted.get(table) ?? new Set()).union(new Set(ids)));
  for (const { id, cid, reference } of inverse_references) {
    const source = known.inverse_links.get(id);
    if (!source) continue;
    for (const { owner, other } of await findFirstLinkingRows(tx, source, rowIds)) {
      const cells = inverse.get(owner) ?? {};
      inverse.set(owner, cells);
      cells[cid] ??= [];
      cells[cid].push(other);
      want(reference!.table_id, [other]);
    }
    for (const cells of inverseBefore.values()) want(reference!.table_id, cells[cid] ?? []);
  }
  for (const { cid, reference } of references)
    want(
      reference!.table_id,
      rows.flatMap(({ data }) => linkedIds(data[cid])),
    );
  const titles: [string, string | null][] = [];
  for (const [table, ids] of wanted) {
    const target = known.targets.get(table);
    if (target) titles.push(...(await findTitles(tx, target, [...ids])));
  }
  return { ...noRelatedData(), names: { rows: new Map(titles), contacts: known.contacts, assets: known.assets }, inverse };
}
