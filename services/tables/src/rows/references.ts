import type { FieldError } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { findOption } from '../cells/find-option.ts';
import { planOf } from '../schema/column-roles.ts';
import { idsIn, isComputed } from '../schema/lookups.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { current, mustBeCurrent, type Schemas, type Targets } from '../schema/schema-cache.ts';
import type { Draft } from './draft-rows.ts';

/** Reads the tables that a table points to, as they are now; `read` answers those that are there. */
export async function targetsOf(read: Schemas['current'], schema: Schema): Promise<Targets> {
  const { links, mirrors } = planOf(schema);
  const ids = new Set([...links, ...mirrors].map(({ reference }) => reference!.table_id));
  const others = await read(
    schema.space_id,
    [...ids].filter((id) => id !== schema.table_id),
  );
  return ids.has(schema.table_id) ? new Map([...others, [schema.table_id, schema]]) : others;
}

/** What is wrong with a link, and where. */
export type LinkFault = FieldError & { readonly at: string; readonly column_key: string };

/** The least that a row was found to be. */
interface Linked {
  readonly ids: ReadonlySet<string>;
  /** Ids by the lowered text of their title. */
  readonly byTitle: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the rows that drafts point to, by id and by title, and keeps them from being deleted until the transaction ends.
 * Answers the drafts with ids only, and what does not resolve.
 */
export async function resolveLinks(
  tx: CommonQueryMethods,
  schema: Schema,
  targets: Targets,
  drafts: readonly Draft[],
): Promise<{ drafts: readonly Draft[]; faults: readonly LinkFault[] }> {
  const columns = [...planOf(schema).links, ...planOf(schema).mirrors];
  const used = columns.filter(({ cid }) => drafts.some(({ patch, texts }) => idsIn(patch[cid]).length > 0 || texts[cid]));
  if (used.length === 0) return { drafts, faults: [] };
  const found = new Map<string, Linked>();
  for (const [table, of] of [...Map.groupBy(used, ({ reference }) => reference!.table_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const target = targets.get(table);
    if (target) found.set(table, await findLinked(tx, target, of, drafts, target.table_id === schema.table_id));
  }
  const faults: LinkFault[] = [];
  const resolved = drafts.map((draft) => {
    const patch = { ...draft.patch };
    const texts = { ...draft.texts };
    for (const { cid, key, reference } of used) {
      const linked = found.get(reference!.table_id);
      const name = targets.get(reference!.table_id)?.plural_label ?? reference!.table_id;
      const fault = (message: string) =>
        faults.push({ at: draft.at, column_key: key, path: `${draft.at}.${key}`, code: 'unresolved_reference', message });
      const ids = idsIn(patch[cid]);
      for (const id of ids) if (!linked?.ids.has(id)) fault(`there is no row "${id}" in the table ${name}`);
      const named = (texts[cid] ?? []).flatMap((text) => {
        const rows = linked?.byTitle.get(text.toLowerCase()) ?? [];
        if (rows.length === 0) fault(`there is no row with the title "${text.slice(0, 200)}" in the table ${name}`);
        if (rows.length > 1)
          fault(`the table ${name} has several rows with the title "${text.slice(0, 200)}"; send the id of the one that is meant`);
        return rows.slice(0, 1);
      });
      delete texts[cid];
      if (ids.length + named.length > 0) patch[cid] = [...new Set([...ids, ...named])];
    }
    return { ...draft, patch, texts };
  });
  return { drafts: resolved, faults };
}

const Found = z.object({ id: z.string(), title: z.string().nullable() });

async function findLinked(
  tx: CommonQueryMethods,
  target: Schema,
  columns: readonly Column[],
  drafts: readonly Draft[],
  isOwn: boolean,
): Promise<Linked> {
  const ids = new Set(columns.flatMap(({ cid }) => drafts.flatMap(({ patch }) => idsIn(patch[cid]))));
  const texts = new Set(
    columns.flatMap(({ cid }) => drafts.flatMap((draft) => (draft.texts[cid] ?? []).map((text) => text.toLowerCase()))),
  );
  const title = titleSql(target);
  const stored = new Map([...texts].map((text) => [storedTitle(target, text), text]));
  const byText =
    title && texts.size > 0 ? sql.fragment`or lower(${title}) = any(${sql.array([...stored.keys()], 'text')})` : sql.fragment``;
  // The own table is locked, and its schema may have new choices since.
  const proof = isOwn ? sql.fragment`true` : current(target);
  const rows = await tx.any(sql.type(Found)`
    select id, ${title && texts.size > 0 ? title : sql.fragment`null::text`} as title from ${heapTable(target.heap)}
    where (id = any(${sql.array([...ids], 'text')}) ${byText}) and ${proof} order by id for key share`);
  if (rows.length === 0 && !isOwn) await mustBeCurrent(tx, target);
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
