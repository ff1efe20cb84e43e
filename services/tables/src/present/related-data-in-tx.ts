import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { InverseLink } from '../query/linked-row-tables.queries.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import type { ReferencedTables } from '../schema/schema-cache.ts';
import type { Contacts, RelatedData } from './row-response.ts';
import { findTitles } from './titles.queries.ts';

/** Links that one mirror cell shows at most. */
const MAX_INVERSE_LINKS = 1_000;

/** What is read beside rows to show them: the links of mirrors, and the titles of all rows that are linked, or were. */
export async function loadRelatedDataInTx(
  tx: CommonQueryMethods,
  schema: Schema,
  rows: readonly StoredRow[],
  known: { readonly targets: ReferencedTables; readonly inverse_links: ReadonlyMap<string, InverseLink>; readonly contacts: Contacts },
  inverseBefore: RelatedData['inverse'] = new Map(),
): Promise<RelatedData> {
  const { references, inverse_references } = columnRolesOf(schema);
  if (references.length + inverse_references.length === 0 || rows.length === 0)
    return { names: { contacts: known.contacts }, inverse: new Map() };
  const inverse = new Map<string, Record<string, string[]>>();
  const wanted = new Map<string, Set<string>>();
  const want = (table: string, ids: readonly string[]) => wanted.set(table, (wanted.get(table) ?? new Set()).union(new Set(ids)));
  for (const { id, cid, reference } of inverse_references) {
    const source = known.inverse_links.get(id);
    if (!source) continue;
    for (const { owner, other } of await linkingRows(tx, source, rows)) {
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
  return { names: { rows: new Map(titles), contacts: known.contacts }, inverse };
}

const Pair = z.object({ owner: z.string(), other: z.string() });

/** Which rows of the other table link to these, oldest first. */
const linkingRows = (tx: CommonQueryMethods, { row_table, cid }: InverseLink, rows: readonly StoredRow[]) =>
  tx.any(sql.type(Pair)`
    select l.id as owner, h.id as other
    from unnest(${sql.array([...new Set(rows.map(({ id }) => id))], 'text')}) as l (id)
    cross join lateral (
      select id from ${rowTableSql(row_table)} where (data->${sql.literalValue(cid)}) @> jsonb_build_array(l.id) order by id limit ${MAX_INVERSE_LINKS}
    ) as h`);
