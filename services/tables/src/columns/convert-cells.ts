import type { Actor } from '@space/contracts/core';
import { MAX_LONG_TEXT_CHARACTERS } from '@space/contracts/tables';
import { convertCell } from '../cells/convert-cell.ts';
import { findTitles, type Titles } from '../present/titles.queries.ts';
import { isComputed, linkedIds } from '../schema/lookups.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';
import type { ColumnChangeContext } from './column-change.ts';
import { findFilledCells, rewriteCells } from './convert-cells.queries.ts';

/** Cells per batch. */
const BATCH_ROWS = 5_000;

/** Maximum of listed lost cells. */
const MAX_EXAMPLES = 5;

/** Effect of a conversion on the cells of a column. */
export interface Conversion {
  readonly cells_converted: number;
  readonly cells_lost: number;
  readonly lost_examples: { row_id: string; value: Cell }[];
  /** Choices that converted cells need and the column lacks. */
  readonly new_options: readonly Option[];
}

/** Author and time of a conversion. Null counts without converting. */
export type ConvertAs = { readonly actor: Actor; readonly now: string } | null;

/**
 * Converts every cell of a column to another type, as new row versions, so that an earlier snapshot can restore the old
 * cells. The caller holds the exclusive lock of the table.
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
  for (let after = ''; ; ) {
    const batch = await findFilledCells(tx, schema, from, after, BATCH_ROWS);
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

/** Reads the titles of linked rows, which become the text of converted link cells. */
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
    undefined,
    MAX_LONG_TEXT_CHARACTERS,
  );
}
