import type { FieldError } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { findOption } from '../cells/find-option.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { isComputed, linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { assertSchemaVersion, currentSchemaSql, type ReferencedTables, type SchemaCache } from '../schema/schema-cache.ts';
import type { RowDraft } from './draft-rows.ts';

/** Reads the tables that a table points to, as they are now; `read` answers those that are there. */
export async function findReferencedTables(read: SchemaCache['findCurrent'], schema: Schema): Promise<ReferencedTables> {
  const { references, inverse_references } = columnRolesOf(schema);
  const ids = new Set([...references, ...inverse_references].map(({ reference }) => reference!.table_id));
  const others = await read(
    schema.space_id,
    [...ids].filter((id) => id !== schema.table_id),
  );
  return ids.has(schema.table_id) ? new Map([...others, [schema.table_id, schema]]) : others;
}

/** What is wrong with a link, and where. */
export type LinkError = FieldError & { readonly at: string; readonly column_key: string };

/** The least that a row was found to be. */
interface FoundRows {
  readonly ids: ReadonlySet<string>;
  /** Ids by the lowered text of their title. */
  readonly byTitle: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the rows that drafts point to, by id and by title, and keeps them from being deleted until the transaction ends.
 * Answers the drafts with ids only, and what does not resolve.
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

const Found = z.object({ id: z.string(), title: z.string().nullable() });

async function findReferencedRows(
  tx: CommonQueryMethods,
  target: Schema,
  columns: readonly Column[],
  drafts: readonly RowDraft[],
  isOwn: boolean,
): Promise<FoundRows> {
  const ids = new Set(columns.flatMap(({ cid }) => drafts.flatMap(({ patch }) => linkedIds(patch[cid]))));
  const texts = new Set(
    columns.flatMap(({ cid }) => drafts.flatMap((draft) => (draft.texts[cid] ?? []).map((text) => text.toLowerCase()))),
  );
  const title = titleSql(target);
  const stored = new Map([...texts].map((text) => [storedTitle(target, text), text]));
  const byText =
    title && texts.size > 0 ? sql.fragment`or lower(${title}) = any(${sql.array([...stored.keys()], 'text')})` : sql.fragment``;
  // The own table is locked, and its schema may have new choices since.
  const proof = isOwn ? sql.fragment`true` : currentSchemaSql(target);
  const rows = await tx.any(sql.type(Found)`
    select id, ${title && texts.size > 0 ? title : sql.fragment`null::text`} as title from ${rowTableSql(target.row_table)}
    where (id = any(${sql.array([...ids], 'text')}) ${byText}) and ${proof} order by id for key share`);
  if (rows.length === 0 && !isOwn) await assertSchemaVersion(tx, target);
  const byTitle = new Map<string, string[]>();
  for (const { id, title: cell } of rows) {
    const text = cell === null ? undefined : stored.get(cell.toLowerCase());
    if (text !== undefined) byTitle.set(text, [...(byTitle.get(text) ?? []), id]);
  }
  return { ids: new Set(rows.map(({ id }) => id)), byTitle };
}

/** The cell of the title column as text, as it is stored. */
const titleSql = ({ title }: Schema) =>
  title && sql.fragment`(${sql.identifier([isComputed(title) ? 'computed' : 'data'])}->>${sql.literalValue(title.cid)})`;

/** How a title is stored whose text is this: of a choice it is the id. */
const storedTitle = ({ title }: Schema, text: string): string =>
  (title?.type === 'select' ? findOption(title.options, text)?.id.toLowerCase() : undefined) ?? text;
