import { isDeepStrictEqual } from 'node:util';
import { cellBytes } from '../cells/cell-bytes.ts';
import { toCellResponse } from '../cells/cell-response.ts';
import type { LinkNames } from '../cells/cell-type.ts';
import { createCallBudget } from '../formulas/compute-budget.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Cells, Column } from '../schema/schema.ts';
import { isLinking } from './row-response.ts';

/** The cells of one version of a row. */
export interface VersionCells {
  readonly data: Cells;
  readonly computed: Cells;
}

/** The old and the new value of a cell. */
export interface CellChange {
  readonly from: Cell;
  readonly to: Cell;
}

/** The cells of a row before its creation and after its deletion. */
export const noCells: VersionCells = { data: {}, computed: {} };

const fromTheRow: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'created_by']);

/** Returns true if versions of rows store cells of this column; inverse columns and fields of the row itself are not stored. */
export const isStoredInVersions = ({ type, reference }: Column): boolean => !fromTheRow.has(type) && !reference?.is_inverse;

/** Returns the stored cell of a column in a version of a row; null when it is empty. */
export const versionCell = (column: Pick<Column, 'type' | 'cid'>, { data, computed }: VersionCells): Cell =>
  (isComputed(column) ? computed : data)[column.cid] ?? null;

/** Two versions of a row. */
export interface VersionPair {
  readonly from: VersionCells;
  readonly to: VersionCells;
}

/** Returns the differences between two versions of a row in response form, by column key; links have no names. */
export function changesBetween(columns: readonly Column[], { from, to }: VersionPair): Record<string, CellChange> {
  const changes: Record<string, CellChange> = {};
  for (const column of columns) {
    if (!isStoredInVersions(column)) continue;
    const change = { from: toCellResponse(column, versionCell(column, from)), to: toCellResponse(column, versionCell(column, to)) };
    if (!isDeepStrictEqual(change.from, change.to)) changes[column.key] = change;
  }
  return changes;
}

/**
 * Returns the differences of the first pairs of a page, at least of one, and as many as have room for links with their names. Links
 * of the first pair beyond the room have no names.
 */
export function changesThatFit(columns: readonly Column[], pairs: readonly VersionPair[], names: LinkNames): Record<string, CellChange>[] {
  const budget = createCallBudget();
  const shown: Record<string, CellChange>[] = [];
  for (const pair of pairs) {
    const changes = changesBetween(columns, pair);
    let isWhole = true;
    const named = (column: Column, version: VersionCells, nameless: Cell): Cell => {
      const cell = toCellResponse(column, versionCell(column, version), names);
      const hasRoom = budget.takeBytes(cellBytes(cell));
      isWhole &&= hasRoom;
      return hasRoom ? cell : nameless;
    };
    for (const column of columns) {
      const change = isLinking(column) && changes[column.key];
      if (change) changes[column.key] = { from: named(column, pair.from, change.from), to: named(column, pair.to, change.to) };
    }
    if (!isWhole && shown.length > 0) break;
    shown.push(changes);
  }
  return shown;
}
