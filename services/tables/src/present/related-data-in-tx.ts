import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Mirror } from '../query/query-context.queries.ts';
import { planOf } from '../schema/column-roles.ts';
import { idsIn } from '../schema/lookups.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import type { Targets } from '../schema/schema-cache.ts';
import type { Beside, People } from './row-response.ts';
import { titlesOf } from './titles.queries.ts';

/** Links that one mirror cell shows at most. */
const MAX_SHOWN = 1_000;

/** What is read beside rows to show them: the links of mirrors, and the titles of all rows that are linked, or were. */
export async function readBeside(
  tx: CommonQueryMethods,
  schema: Schema,
  rows: readonly StoredRow[],
  known: { readonly targets: Targets; readonly mirrors: ReadonlyMap<string, Mirror>; readonly people: People },
  mirroredBefore: Beside['mirrored'] = new Map(),
): Promise<Beside> {
  const { links, mirrors } = planOf(schema);
  if (links.length + mirrors.length === 0 || rows.length === 0) return { names: { contacts: known.people }, mirrored: new Map() };
  const mirrored = new Map<string, Record<string, string[]>>();
  const wanted = new Map<string, Set<string>>();
  const want = (table: string, ids: readonly string[]) => wanted.set(table, (wanted.get(table) ?? new Set()).union(new Set(ids)));
  for (const { id, cid, reference } of mirrors) {
    const mirror = known.mirrors.get(id);
    if (!mirror) continue;
    for (const { owner, other } of await linkingRows(tx, mirror, rows)) {
      const cells = mirrored.get(owner) ?? {};
      mirrored.set(owner, cells);
      cells[cid] ??= [];
      cells[cid].push(other);
      want(reference!.table_id, [other]);
    }
    for (const cells of mirroredBefore.values()) want(reference!.table_id, cells[cid] ?? []);
  }
  for (const { cid, reference } of links)
    want(
      reference!.table_id,
      rows.flatMap(({ data }) => idsIn(data[cid])),
    );
  const titles: [string, string | null][] = [];
  for (const [table, ids] of wanted) {
    const target = known.targets.get(table);
    if (target) titles.push(...(await titlesOf(tx, target, [...ids])));
  }
  return { names: { rows: new Map(titles), contacts: known.people }, mirrored };
}

const Pair = z.object({ owner: z.string(), other: z.string() });

/** Which rows of the other table link to these, oldest first. */
const linkingRows = (tx: CommonQueryMethods, { heap, cid }: Mirror, rows: readonly StoredRow[]) =>
  tx.any(sql.type(Pair)`
    select l.id as owner, h.id as other
    from unnest(${sql.array([...new Set(rows.map(({ id }) => id))], 'text')}) as l (id)
    cross join lateral (
      select id from ${heapTable(heap)} where (data->${sql.literalValue(cid)}) @> jsonb_build_array(l.id) order by id limit ${MAX_SHOWN}
    ) as h`);
