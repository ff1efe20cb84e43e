import { invalidFields, MAX_BULK } from '@space/contracts/core';
import { MAX_LINKS_PER_CELL } from '@space/contracts/tables';
import { hasNoDependents } from '../compute/plan.ts';
import { findLinkingRows } from '../present/inverse-links.queries.ts';
import { findInverseLinks } from '../query/linked-row-tables.queries.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { linkedIds } from '../schema/lookups.ts';
import { findExistingTables } from '../schema/schema.queries.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { assertActive } from '../schema/schema-cache.ts';
import type { RowDraft } from './draft-rows.ts';
import { finishRows } from './emit-row-events.ts';
import { findReferencedTables } from './references.ts';
import { lockRows } from './rows.queries.ts';
import type { WriteContext } from './write-context.ts';
import { saveNewVersions } from './write-rows.ts';

/** A row whose draft may contain links that are stored in the other table. */
export interface InverseChange {
  readonly row_id: string;
  readonly draft: RowDraft;
}

/** Returns true if drafts write cells of inverse columns. */
export const writesInverseLinks = (schema: Schema, drafts: readonly RowDraft[]): boolean =>
  columnRolesOf(schema).inverse_references.some(({ cid }) => drafts.some(({ patch, texts }) => Object.hasOwn(patch, cid) || texts[cid]));

/** Links in the inverse cells that drafts change, by row id. */
export type InverseLinksByRow = ReadonlyMap<string, Record<string, string[]>>;

/** Reads the current links of the inverse cells to be written, and the rows whose links will change. */
export async function readInverseLinks(
  { tx, schema, inverse_links }: WriteContext,
  rows: readonly InverseChange[],
): Promise<{ before: InverseLinksByRow; changing: ReadonlySet<string> }> {
  const before = new Map<string, Record<string, string[]>>();
  const changing = new Set<string>();
  for (const { id, cid } of columnRolesOf(schema).inverse_references) {
    const source = inverse_links.get(id);
    const written = rows.filter(({ draft }) => Object.hasOwn(draft.patch, cid));
    if (!source || written.length === 0) continue;
    const pairs = await findLinkingRows(
      tx,
      source,
      written.map(({ row_id }) => row_id),
    );
    for (const { row_id, draft } of written) {
      const now = pairs.filter(({ owner }) => owner === row_id).map(({ other }) => other);
      before.set(row_id, { ...before.get(row_id), [cid]: now });
      if (new Set(now).symmetricDifference(new Set(linkedIds(draft.patch[cid]))).size > 0) changing.add(row_id);
    }
  }
  return { before, changing };
}

/**
 * Stores the links of inverse cells in the link column of the other table. The rows there get new versions and events.
 * If such a row links to a single row, the new link replaces the old one.
 */
export async function writeInverseLinks(context: WriteContext, rows: readonly InverseChange[], before: InverseLinksByRow): Promise<void> {
  const { schema } = context;
  for (const column of columnRolesOf(schema).inverse_references) {
    const written = rows.filter(({ draft }) => Object.hasOwn(draft.patch, column.cid));
    if (written.length === 0) continue;
    const other = await otherTableContext(context, column);
    const symmetric = other.schema.byId.get(column.reference!.symmetric_column_id ?? '');
    if (!symmetric) throw invalidLink(written[0]!, column, 'shows links of a column that is gone, and cannot be written');
    const wanted = new Map(written.map(({ row_id, draft }) => [row_id, new Set(linkedIds(draft.patch[column.cid]))]));
    assertLinkedOnce(written, wanted, column, symmetric);
    const touched = written.flatMap(({ row_id }) => [
      ...wanted.get(row_id)!.symmetricDifference(new Set(before.get(row_id)?.[column.cid] ?? [])),
    ]);
    if (touched.length === 0) continue;
    const locked = await lockRows(other.tx, other.schema.row_table, [...new Set(touched)]);
    const revised = locked.map((row) => ({ row, data: withLinks(row, symmetric, wanted) }));
    for (const { data } of revised) {
      const links = linkedIds(data[symmetric.cid]);
      if (links.length > MAX_LINKS_PER_CELL)
        throw invalidLink(written[0]!, column, `would give a row more than ${MAX_LINKS_PER_CELL} links`);
      if (links.length === 0 && symmetric.required)
        throw invalidLink(written[0]!, column, `would empty ${symmetric.key} of the table ${other.schema.plural_label}, which is required`);
    }
    for (let start = 0; start < revised.length; start += MAX_BULK) {
      const part = revised.slice(start, start + MAX_BULK);
      await finishRows(
        other,
        await saveNewVersions(
          other,
          part,
          part.map(({ row }) => row),
        ),
      );
    }
  }
}

/** Returns a context of the same transaction for the other table, which is already locked. */
async function otherTableContext(context: WriteContext, column: Column): Promise<WriteContext> {
  const { tx, schemas, schema } = context;
  const own = column.reference!.table_id === schema.table_id;
  const other = own ? schema : await schemas.read(tx, schema.space_id, column.reference!.table_id);
  assertActive(other);
  if (own) return context;
  return {
    ...context,
    schema: other,
    new_options: new Map(),
    targets: await findReferencedTables(async (space, tables) => {
      const found = new Map<string, Schema>();
      for (const id of await findExistingTables(tx, space, tables)) found.set(id, await schemas.read(tx, space, id));
      return found;
    }, other),
    inverse_links: await findInverseLinks(tx, other),
    has_no_dependents: await hasNoDependents(tx, other),
  };
}

function withLinks(row: StoredRow, symmetric: Column, wanted: ReadonlyMap<string, ReadonlySet<string>>): StoredRow['data'] {
  let links = linkedIds(row.data[symmetric.cid]).filter((id) => wanted.get(id)?.has(row.id) ?? true);
  for (const [owner, rows] of wanted)
    if (rows.has(row.id) && !links.includes(owner)) links = symmetric.reference?.cardinality === 'one' ? [owner] : [...links, owner];
  const { [symmetric.cid]: _old, ...data } = row.data;
  return links.length > 0 ? { ...data, [symmetric.cid]: links } : data;
}

/** Rejects a request in which two rows claim a row that links to a single row. */
function assertLinkedOnce(
  written: readonly InverseChange[],
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  column: Column,
  { reference }: Column,
): void {
  if (reference?.cardinality !== 'one') return;
  const taken = new Set<string>();
  for (const one of written)
    for (const id of wanted.get(one.row_id)!) {
      if (taken.has(id))
        throw invalidLink(one, column, `has the row "${id}", which another row of this call has too and can be linked once only`);
      taken.add(id);
    }
}

const invalidLink = ({ draft }: InverseChange, { key }: Column, message: string) =>
  invalidFields([{ path: `${draft.at}.${key}`, code: 'invalid_link', message }]);
