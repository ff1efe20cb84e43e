import { MAX_SHARED_LIST_ENTRIES, MAX_SHARED_TITLE_CHARACTERS } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import { cellBytes } from '../cells/cell-bytes.ts';
import { toCellResponse } from '../cells/cell-response.ts';
import { volatileColumnsFor } from '../formulas/compiled-formulas.ts';
import { loadRelatedData } from '../present/related-data.ts';
import { displayedCell, isLinking, type RelatedData, withVolatileCells } from '../present/row-response.ts';
import type { Cell, Column, StoredRow } from '../schema/schema.ts';
import type { SharedView } from './shared-view.ts';
import type { ShownRow } from './shown-rows.queries.ts';

/** A row as visitors see it. */
export interface SharedRow {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Cells by column key; long texts and lists are cut. */
  readonly data: Readonly<Record<string, Cell>>;
  /** Entries of a list that its cell lacks, by column key. */
  readonly more: ReadonlyMap<string, number>;
  /** Position of the row, for the cursor of the next page. */
  readonly key: string;
}

/** Converts rows to the form that pages show, with the cells of these columns only. */
export async function toSharedRows(
  { ports, call, schema, now }: SharedView,
  found: readonly ShownRow[],
  columns: readonly Column[],
): Promise<SharedRow[]> {
  const rows = found.map(toStoredRow);
  const related = await loadRelatedData(ports, call, schema, rows, columns, {
    inverse_links: MAX_SHARED_LIST_ENTRIES,
    title_characters: MAX_SHARED_TITLE_CHARACTERS,
  });
  const volatile = volatileColumnsFor(schema, columns);
  return rows.map((stored, index) => {
    const row = withVolatileCells(schema, stored, now, related.budget, volatile);
    const { more: omitted, key } = found[index]!;
    const more = new Map<string, number>();
    const data: Record<string, Cell> = {};
    for (const column of columns) {
      const { cell, missing } = sharedCell(row, column, related);
      data[column.key] = cell;
      const count = missing + (omitted?.[column.cid] ?? 0);
      if (count > 0) more.set(column.key, count);
    }
    return { id: row.id, created_at: isoTime(row.created_at), updated_at: isoTime(row.updated_at), data, more, key };
  });
}

/** Returns a stored row with only its shown cells. No two columns have the same cid. */
const toStoredRow = ({ cells, more: _more, key: _key, slot: _slot, ...row }: ShownRow): StoredRow => ({
  ...row,
  data: cells,
  computed: cells,
  errors: null,
});

/** Returns a cell as a page shows it. Links for which the page has no room left are missing. */
function sharedCell(row: StoredRow, column: Column, related: RelatedData): { readonly cell: Cell; readonly missing: number } {
  const shown = toCellResponse(column, displayedCell(row, column, related), related.names);
  const hasRoom = !isLinking(column) || !Array.isArray(shown) || related.budget.takeBytes(cellBytes(shown));
  return hasRoom ? { cell: shown, missing: 0 } : { cell: [], missing: shown.length };
}
