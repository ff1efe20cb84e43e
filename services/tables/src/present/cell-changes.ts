import { isDeepStrictEqual } from 'node:util';
import { toCellResponse } from '../cells/cell-response.ts';
import type { LinkNames } from '../cells/cell-type.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Cells, Column } from '../schema/schema.ts';

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

/** Returns the differences between two versions of a row in response form, by column key. */
export function changesBetween(
  columns: readonly Column[],
  from: VersionCells,
  to: VersionCells,
  names: LinkNames,
): Record<string, CellChange> {
  const changes: Record<string, CellChange> = {};
  for (const column of columns) {
    if (!isStoredInVersions(column)) continue;
    const change = {
      from: toCellResponse(column, versionCell(column, from), names),
      to: toCellResponse(column, versionCell(column, to), names),
    };
    if (!isDeepStrictEqual(change.from, change.to)) changes[column.key] = change;
  }
  return changes;
}
