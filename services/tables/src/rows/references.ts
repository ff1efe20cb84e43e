import type { FieldError } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { columnRolesOf } from '../schema/column-roles.ts';
import { linkedIds } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';
import type { ReferencedTables, SchemaCache } from '../schema/schema-cache.ts';
import type { RowDraft } from './draft-rows.ts';
import { type FoundRows, findReferencedRows } from './references.queries.ts';

/** Reads the current schemas of the tables that a table links to. Missing tables are left out. */
export async function findReferencedTables(read: SchemaCache['findCurrent'], schema: Schema): Promise<ReferencedTables> {
  const { references, inverse_references } = columnRolesOf(schema);
  const ids = new Set([...references, ...inverse_references].map(({ reference }) => reference!.table_id));
  const others = await read(
    schema.space_id,
    [...ids].filter((id) => id !== schema.table_id),
  );
  return ids.has(schema.table_id) ? new Map([...others, [schema.table_id, schema]]) : others;
}

/** An error of a link, with its place. */
export type LinkError = FieldError & { readonly at: string; readonly column_key: string };

/**
 * Resolves the links of drafts by id and by title, and locks the linked rows against deletion until the transaction
 * ends. Returns drafts with ids only, and the errors.
 */
export async function resolveReferences(
  tx: CommonQueryMethods,
  schema: Schema,
  targets: ReferencedTables,
  drafts: readonly RowDraft[],
): Promise<{ drafts: readonly RowDraft[]; errors: readonly LinkError[] }> {
  const columns = [...columnRolesOf(schema).references, ...columnRolesOf(schema).inverse_references];
  const used = columns.filter(({ cid }) => drafts.some(({ patch, texts }) => linkedIds(patch[cid]).length > 0 || texts[cid]));
  if (used.length === 0) return { drafts, errors: [] };
  const found = new Map<string, FoundRows>();
  for (const [table, of] of [...Map.groupBy(used, ({ reference }) => reference!.table_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const target = targets.get(table);
    if (target) found.set(table, await findReferencedRows(tx, target, of, drafts, target.table_id === schema.table_id));
  }
  const errors: LinkError[] = [];
  const resolved = drafts.map((draft) => {
    const patch = { ...draft.patch };
    const texts = { ...draft.texts };
    for (const { cid, key, reference } of used) {
      const linked = found.get(reference!.table_id);
      const name = targets.get(reference!.table_id)?.plural_label ?? reference!.table_id;
      const addError = (message: string) =>
        errors.push({ at: draft.at, column_key: key, path: `${draft.at}.${key}`, code: 'unresolved_reference', message });
      const ids = linkedIds(patch[cid]);
      for (const id of ids) if (!linked?.ids.has(id)) addError(`there is no row "${id}" in the table ${name}`);
      const named = (texts[cid] ?? []).flatMap((text) => {
        const rows = linked?.byTitle.get(text.toLowerCase()) ?? [];
        if (rows.length === 0) addError(`there is no row with the title "${text.slice(0, 200)}" in the table ${name}`);
        if (rows.length > 1)
          addError(`the table ${name} has several rows with the title "${text.slice(0, 200)}"; send the id of the one that is meant`);
        return rows.slice(0, 1);
      });
      delete texts[cid];
      if (ids.length + named.length > 0) patch[cid] = [...new Set([...ids, ...named])];
    }
    return { ...draft, patch, texts };
  });
  return { drafts: resolved, errors };
}
