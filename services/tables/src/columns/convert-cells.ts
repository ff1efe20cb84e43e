import { type Actor, invalidFields } from '@space/contracts/core';
import { MAX_CALL_PATTERN_STEPS, MAX_LONG_TEXT_CHARACTERS } from '@space/contracts/tables';
import { conversionSteps, convertCell, lostCell } from '../cells/convert-cell.ts';
import { withOptions } from '../cells/find-option.ts';
import { findTitles } from '../present/titles.queries.ts';
import { isComputed, linkedIds } from '../schema/lookups.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';
import type { ColumnChangeContext } from './column-change.ts';
import { findFilledCells, rewriteCells } from './convert-cells.queries.ts';

/** Cells per batch, if they fit in a page. */
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
 * cells. Throws `invalid` if the pattern of the new column takes too many steps. The caller holds the exclusive lock of the table.
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
  const linked = await findLinkedTable({ tx, schemas }, schema.space_id, from);
  let target = to;
  let steps = 0;
  for (let after = ''; ; ) {
    const { cells: batch, has_more } = await findFilledCells(tx, schema, from, linked, after, BATCH_ROWS);
    const names = {
      rows: linked && (await findTitles(tx, linked, linkedRows(batch), undefined, { characters: MAX_LONG_TEXT_CHARACTERS })),
    };
    const changed: { id: string; cell: Cell }[] = [];
    for (const { id, cell, has_long_titles } of batch) {
      steps += conversionSteps(from, target, cell, names);
      if (steps > MAX_CALL_PATTERN_STEPS) throw invalidFields([tooCostly]);
      const result = has_long_titles ? lostCell : convertCell(from, target, cell, names);
      if ('lost' in result) {
        counts.cells_lost += 1;
        if (lost.length < MAX_EXAMPLES) lost.push({ row_id: id, value: cell });
        changed.push({ id, cell: null });
        continue;
      }
      counts.cells_converted += 1;
      if ('new_options' in result) target = withOptions(target, result.new_options);
      if (isComputed(from) || JSON.stringify(result.cell) !== JSON.stringify(cell)) changed.push({ id, cell: result.cell });
    }
    if (as && changed.length > 0) await rewriteCells(tx, schema, to.cid, changed, as);
    if (!has_more) return { ...counts, lost_examples: lost, new_options: target.options.slice(to.options.length) };
    after = batch.at(-1)!.id;
  }
}

/** The error of a conversion for whose pattern a call has no steps left. */
const tooCostly = {
  path: 'field_config.pattern',
  code: 'too_costly',
  message: `takes more than ${MAX_CALL_PATTERN_STEPS} steps for the cells of the column; change the type without a pattern, then set the pattern`,
} as const;

/** Returns the table whose titles become the text of converted link cells; undefined for other cells. */
async function findLinkedTable({ tx, schemas }: ColumnChangeContext, space: string, { reference }: Column): Promise<Schema | undefined> {
  return reference && !reference.is_inverse ? schemas.read(tx, space, reference.table_id) : undefined;
}

/** Returns the rows that cells name and whose titles are needed. */
const linkedRows = (batch: readonly { readonly cell: Cell; readonly has_long_titles: boolean }[]): string[] =>
  batch.flatMap(({ cell, has_long_titles }) => (has_long_titles ? [] : linkedIds(cell)));
