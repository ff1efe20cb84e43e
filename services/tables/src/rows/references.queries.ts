import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { findOption } from '../cells/find-option.ts';
import { isComputed, linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { assertColumnsVersion } from '../schema/schema-version.queries.ts';
import { currentColumnsSql } from '../schema/schema-version-sql.ts';
import type { RowDraft } from './draft-rows.ts';

/** Existing rows, by id and by title. */
export interface FoundRows {
  readonly ids: ReadonlySet<string>;
  /** Ids by the lower-case text of their title. */
  readonly byTitle: ReadonlyMap<string, readonly string[]>;
}

const Found = z.object({ id: z.string(), title: z.string().nullable() });

/** Returns the rows that reference cells of drafts name, by id or title, and locks them against deletion. */
export async function findReferencedRows(
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
  // The table itself is locked, and this transaction may have added choices to its schema.
  const proof = isOwn ? sql.fragment`true` : currentColumnsSql(target);
  const rows = await tx.any(sql.type(Found)`
    select id, ${title && texts.size > 0 ? title : sql.fragment`null::text`} as title from ${rowTableSql(target.row_table)}
    where (id = any(${sql.array([...ids], 'text')}) ${byText}) and ${proof} order by id for key share`);
  if (rows.length === 0 && !isOwn) await assertColumnsVersion(tx, target);
  const byTitle = new Map<string, string[]>();
  for (const { id, title: cell } of rows) {
    const text = cell === null ? undefined : stored.get(cell.toLowerCase());
    if (text !== undefined) byTitle.set(text, [...(byTitle.get(text) ?? []), id]);
  }
  return { ids: new Set(rows.map(({ id }) => id)), byTitle };
}

/** Returns the title cell as text, as it is stored. */
const titleSql = ({ title }: Schema) =>
  title && sql.fragment`(${sql.identifier([isComputed(title) ? 'computed' : 'data'])}->>${sql.literalValue(title.cid)})`;

/** Returns the stored form of a title. A choice is stored as its id. */
const storedTitle = ({ title }: Schema, text: string): string =>
  (title?.type === 'select' ? findOption(title.options, text)?.id.toLowerCase() : undefined) ?? text;
