import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { convertCell } from '../cells/convert-cell.ts';
import { findTitles, type Titles } from '../present/titles.queries.ts';
import { isComputed, linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';
import type { ColumnChangeContext } from './column-change.ts';

/** Cells that are read, converted and written back at a time. */
const BATCH_ROWS = 5_000;

/** Lost cells that are shown. */
const MAX_EXAMPLES = 5;

/** What a conversion does to the cells of a column. */
export interface Conversion {
  readonly cells_converted: number;
  readonly cells_lost: number;
  readonly lost_examples: { row_id: string; value: Cell }[];
  /** Choices that the converted cells need and the column does not have yet. */
  readonly new_options: readonly Option[];
}

/** Who converts, and when; null only counts. */
export type ConvertAs = { readonly actor: Actor; readonly now: string } | null;

const OldCell = z.object({ id: z.string(), cell: z.json() });

/**
 * Converts every cell of a column to what another type makes of it, as new versions of the rows, so that a snapshot from
 * before brings the old cells back. The caller is alone on the table.
 */
export async function convertCells(
  { tx, schemas }: ColumnChangeContext,
  schema: Schema,
  from: Column,
  to: Column,
  as: ConvertAs,
): Promise<Conversion> {
  const counts = { cells_converted: 0, cells_lost: 0 };
  const lost: { row_id: string; value: Cell }[] = [];
  const added = new Map<string, Option>();
  const place = isComputed(from) ? sql.fragment`computed` : sql.fragment`data`;
  for (let after = ''; ; ) {
    const batch = await tx.any(sql.type(OldCell)`
      select id, ${place}->${from.cid}::text as cell from ${rowTableSql(schema.row_table)}
      where id > ${after} and ${place} ? ${from.cid} order by id limit ${BATCH_ROWS}`);
    const names = { rows: await findLinkTitles({ tx, schemas }, schema.space_id, from, batch) };
    const changed: { id: string; cell: Cell }[] = [];
    for (const { id, cell } of batch) {
      const result = convertCell(from, { ...to, options: [...to.options, ...added.values()] }, cell, names);
      if ('lost' in result) {
        counts.cells_lost += 1;
        if (lost.length < MAX_EXAMPLES) lost.push({ row_id: id, value: cell });
        changed.push({ id, cell: null });
        continue;
      }
      counts.cells_converted += 1;
      if ('new_options' in result && result.new_options) for (const option of result.new_options) added.set(option.id, option);
      if (isComputed(from) || JSON.stringify(result.cell) !== JSON.stringify(cell)) changed.push({ id, cell: result.cell });
    }
    if (as && changed.length > 0) await rewriteCells(tx, schema, to.cid, changed, as);
    if (batch.length < BATCH_ROWS) return { ...counts, lost_examples: lost, new_options: [...added.values()] };
    after = batch.at(-1)!.id;
  }
}

/** Puts these cells into their rows as new versions; null empties one. */
async function rewriteCells(
  tx: CommonQueryMethods,
  { row_table, table_id }: Schema,
  cid: string,
  cells: readonly { id: string; cell: Cell }[],
  { actor, now }: { actor: Actor; now: string },
): Promise<void> {
  const by = JSON.stringify(actor);
  await tx.query(sql.typeAlias('void')`
    with change as materialized (
      select id, cell, nextval('tables.row_seq') as seq
      from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c (id text, cell jsonb)
    ),
    history as (
      insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by,
        updated_at, updated_by, ended_by, ended_at)
      select ${table_id}, h.id, h.seq, change.seq, 'u', h.data, h.computed, h.errors, h.created_at, h.created_by, h.updated_at,
        h.updated_by, ${by}::jsonb, ${now}::timestamptz
      from ${rowTableSql(row_table)} as h join change on change.id = h.id
    )
    update ${rowTableSql(row_table)} as h
    set data = case when coalesce(jsonb_typeof(change.cell), 'null') = 'null' then h.data - ${cid}::text
                    else h.data || jsonb_build_object(${cid}::text, change.cell) end,
      seq = change.seq, updated_at = ${now}::timestamptz, updated_by = ${by}::jsonb
    from change where h.id = change.id`);
}

/** The titles of the rows that reference cells point to, since text is made of those. */
async function findLinkTitles(
  { tx, schemas }: ColumnChangeContext,
  space: string,
  { reference }: Column,
  batch: readonly { cell: Cell }[],
): Promise<Titles> {
  if (!reference || reference.is_inverse) return new Map();
  const other = await schemas.read(tx, space, reference.table_id);
  return findTitles(
    tx,
    other,
    batch.flatMap(({ cell }) => linkedIds(cell)),
  );
}
