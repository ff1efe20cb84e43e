import { invalidFields, MAX_BULK } from '@space/contracts/core';
import { sql } from '@space/database';
import { z } from 'zod';
import { MAX_LINKS } from '../cells/link-columns.ts';
import { isAlone } from '../compute/plan.ts';
import { mirrorsOf } from '../query/query-context.queries.ts';
import { planOf } from '../schema/column-roles.ts';
import { idsIn } from '../schema/lookups.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import { tablesThere } from '../schema/schema.queries.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { mustBeActive } from '../schema/schema-cache.ts';
import type { Draft } from './draft-rows.ts';
import { finishRows } from './emit-row-events.ts';
import { targetsOf } from './references.ts';
import { lockRows } from './rows.queries.ts';
import type { Writing } from './write-context.ts';
import { reviseRows } from './write-rows.ts';

/** A row whose draft may name links that are stored on the other side. */
export interface Mirroring {
  readonly row_id: string;
  readonly draft: Draft;
}

/** Whether drafts write cells of mirror columns. */
export const writesMirrors = (schema: Schema, drafts: readonly Draft[]): boolean =>
  planOf(schema).mirrors.some(({ cid }) => drafts.some(({ patch, texts }) => Object.hasOwn(patch, cid) || texts[cid]));

/** What the mirror cells of these rows show that their drafts change. */
export type Mirrored = ReadonlyMap<string, Record<string, string[]>>;

/** What the mirrors show now that are about to be written, and which of the rows will show something else. */
export async function readMirrors(
  { tx, schema, mirrors }: Writing,
  rows: readonly Mirroring[],
): Promise<{ before: Mirrored; changing: ReadonlySet<string> }> {
  const before = new Map<string, Record<string, string[]>>();
  const changing = new Set<string>();
  for (const { id, cid } of planOf(schema).mirrors) {
    const mirror = mirrors.get(id);
    const written = rows.filter(({ draft }) => Object.hasOwn(draft.patch, cid));
    if (!mirror || written.length === 0) continue;
    const ids = sql.array(
      written.map(({ row_id }) => row_id),
      'text',
    );
    const pairs = await tx.any(sql.type(z.object({ owner: z.string(), other: z.string() }))`
      select l.id as owner, h.id as other from unnest(${ids}) as l (id)
      join ${heapTable(mirror.heap)} as h on (h.data->${sql.literalValue(mirror.cid)}) @> jsonb_build_array(l.id) order by h.id`);
    for (const { row_id, draft } of written) {
      const now = pairs.filter(({ owner }) => owner === row_id).map(({ other }) => other);
      before.set(row_id, { ...before.get(row_id), [cid]: now });
      if (new Set(now).symmetricDifference(new Set(idsIn(draft.patch[cid]))).size > 0) changing.add(row_id);
    }
  }
  return { before, changing };
}

/**
 * Writes what mirror cells should show into the symmetric column of the other table: those rows get new versions, and
 * events of their own. Where a row of the other table links to one row only, the new link takes the place of the old one.
 */
export async function writeMirrors(writing: Writing, rows: readonly Mirroring[], before: Mirrored): Promise<void> {
  const { schema } = writing;
  for (const mirror of planOf(schema).mirrors) {
    const written = rows.filter(({ draft }) => Object.hasOwn(draft.patch, mirror.cid));
    if (written.length === 0) continue;
    const other = await otherSide(writing, mirror);
    const symmetric = other.schema.byId.get(mirror.reference!.symmetric_column_id ?? '');
    if (!symmetric) throw refused(written[0]!, mirror, 'shows links of a column that is gone, and cannot be written');
    const wanted = new Map(written.map(({ row_id, draft }) => [row_id, new Set(idsIn(draft.patch[mirror.cid]))]));
    refuseRivals(written, wanted, mirror, symmetric);
    const touched = written.flatMap(({ row_id }) => [
      ...wanted.get(row_id)!.symmetricDifference(new Set(before.get(row_id)?.[mirror.cid] ?? [])),
    ]);
    if (touched.length === 0) continue;
    const locked = await lockRows(other.tx, other.schema.heap, [...new Set(touched)]);
    const revised = locked.map((row) => ({ row, data: relinked(row, symmetric, wanted) }));
    for (const { data } of revised) {
      const links = idsIn(data[symmetric.cid]);
      if (links.length > MAX_LINKS) throw refused(written[0]!, mirror, `would give a row more than ${MAX_LINKS} links`);
      if (links.length === 0 && symmetric.required)
        throw refused(written[0]!, mirror, `would empty ${symmetric.key} of the table ${other.schema.plural_label}, which is required`);
    }
    for (let start = 0; start < revised.length; start += MAX_BULK) {
      const part = revised.slice(start, start + MAX_BULK);
      await finishRows(
        other,
        await reviseRows(
          other,
          part,
          part.map(({ row }) => row),
        ),
      );
    }
  }
}

/** The same transaction, writing rows of the table on the other side. Its table is locked already. */
async function otherSide(writing: Writing, mirror: Column): Promise<Writing> {
  const { tx, schemas, schema } = writing;
  const own = mirror.reference!.table_id === schema.table_id;
  const other = own ? schema : await schemas.read(tx, schema.space_id, mirror.reference!.table_id);
  mustBeActive(other);
  if (own) return writing;
  return {
    ...writing,
    schema: other,
    new_options: new Map(),
    targets: await targetsOf(async (space, tables) => {
      const found = new Map<string, Schema>();
      for (const id of await tablesThere(tx, space, tables)) found.set(id, await schemas.read(tx, space, id));
      return found;
    }, other),
    mirrors: await mirrorsOf(tx, other),
    is_alone: await isAlone(tx, other),
  };
}

function relinked(row: StoredRow, symmetric: Column, wanted: ReadonlyMap<string, ReadonlySet<string>>): StoredRow['data'] {
  let links = idsIn(row.data[symmetric.cid]).filter((id) => wanted.get(id)?.has(row.id) ?? true);
  for (const [owner, rows] of wanted)
    if (rows.has(row.id) && !links.includes(owner)) links = symmetric.reference?.cardinality === 'one' ? [owner] : [...links, owner];
  const { [symmetric.cid]: _old, ...data } = row.data;
  return links.length > 0 ? { ...data, [symmetric.cid]: links } : data;
}

/** Two rows of one call cannot both have a row that links to one only. */
function refuseRivals(
  written: readonly Mirroring[],
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  mirror: Column,
  { reference }: Column,
): void {
  if (reference?.cardinality !== 'one') return;
  const taken = new Set<string>();
  for (const one of written)
    for (const id of wanted.get(one.row_id)!) {
      if (taken.has(id))
        throw refused(one, mirror, `has the row "${id}", which another row of this call has too and can be linked once only`);
      taken.add(id);
    }
}

const refused = ({ draft }: Mirroring, { key }: Column, message: string) =>
  invalidFields([{ path: `${draft.at}.${key}`, code: 'invalid_link', message }]);
