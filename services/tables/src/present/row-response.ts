import type { NamedAsset } from '@space/contracts/assets';
import type { ContactBlock } from '@space/contracts/contacts';
import { MAX_INVERSE_LINKS, type Row } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { z } from 'zod';
import { cellBytes } from '../cells/cell-bytes.ts';
import { toCellResponse } from '../cells/cell-response.ts';
import { cellText } from '../cells/cell-text.ts';
import type { LinkNames } from '../cells/cell-type.ts';
import { volatileColumnsFor } from '../formulas/compiled-formulas.ts';
import { type ComputeBudget, createCallBudget } from '../formulas/compute-budget.ts';
import { computeVolatileFormulas } from '../formulas/evaluate-row.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, Schema, StoredRow } from '../schema/schema.ts';

/** The data of a response that the row itself does not store. */
export interface RelatedData {
  readonly names: LinkNames;
  /** The links that inverse columns show, by row and cid; a longer list has one more than is shown. */
  readonly inverse: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;
  /** The time and the room for cells that are computed at each read, and the room for links, in all rows of the response. */
  readonly budget: ComputeBudget;
}

/** Returns the related data of rows without references and contacts. */
export const noRelatedData = (): RelatedData => ({ names: {}, inverse: new Map(), budget: createCallBudget() });

/** Returns the cell of a column for a response, from the row or its related data. */
export function displayedCell(row: StoredRow, column: Column, { inverse, names }: RelatedData): Cell {
  if (column.type === 'created_at') return isoTime(row.created_at);
  if (column.type === 'updated_at') return isoTime(row.updated_at);
  if (column.type === 'created_by') return { ...row.created_by };
  if (column.reference?.is_inverse) return (inverse.get(row.id)?.[column.cid] ?? []).slice(0, MAX_INVERSE_LINKS);
  const cell = (isComputed(column) ? row.computed : row.data)[column.cid] ?? null;
  return column.type === 'reference' ? onlyExisting(cell, names.rows) : cell;
}

/** Removes links to deleted rows, which stay stored in case the rows come back. */
const onlyExisting = (cell: Cell, rows: LinkNames['rows']): Cell =>
  rows && Array.isArray(cell) ? cell.filter((id) => rows.has(id as string)) : cell;

/** Returns a row with cells that are computed at each read, in the columns of `volatileColumnsFor`. */
export function withVolatileCells(
  schema: Schema,
  row: StoredRow,
  now: number,
  budget: ComputeBudget,
  columns: readonly Column[],
): StoredRow {
  if (columns.length === 0) return row;
  budget.resume();
  const { computed, errors } = computeVolatileFormulas(schema, row, now, budget, columns);
  budget.pause();
  return { ...row, computed: { ...row.computed, ...computed }, errors: errors ? { ...row.errors, ...errors } : row.errors };
}

/** Returns the title of a row. */
export function rowTitleOf({ title }: Pick<Schema, 'title'>, row: StoredRow, related: RelatedData): string | null {
  if (!title) return null;
  const cell = displayedCell(row, title, related);
  const text = cell !== null && cellText(title, cell, related.names);
  return (text && (!isLinking(title) || related.budget.takeBytes(cellBytes(text))) && text) || null;
}

/** Returns true if the cells of a column are shown with the names of other records. */
export const isLinking = ({ type }: Pick<Column, 'type'>): boolean => type === 'reference' || type === 'contact';

/** The error of an inverse cell for which an answer has no room left. */
const noRoomForLinks = { code: 'too_long', message: 'The answer had no room left for the links of this cell; ask for fewer rows.' };

/** Returns the title and cells of a row as events carry them. */
export const toRowEventData = (schema: Schema, row: StoredRow, related: RelatedData, now: number): TitleAndData =>
  toTitleAndData(schema, withVolatileCells(schema, row, now, related.budget, volatileColumnsFor(schema, schema.columns)), related);

/** The title of a row and its cells by column key. */
interface TitleAndData {
  readonly title: string | null;
  readonly data: Record<string, Cell>;
}

function toTitleAndData(
  schema: Schema,
  row: StoredRow,
  related: RelatedData,
  columns: readonly Column[] = schema.columns,
  onEmptied: (column: Column) => void = () => {},
): TitleAndData {
  const data: Record<string, Cell> = {};
  for (const column of columns) {
    const cell = displayedCell(row, column, related);
    const shown = toCellResponse(column, cell, related.names);
    if (!isLinking(column) || shown === null || related.budget.takeBytes(cellBytes(shown))) data[column.key] = shown;
    else if (column.reference?.is_inverse) {
      data[column.key] = null;
      onEmptied(column);
    } else data[column.key] = toCellResponse(column, cell);
  }
  return { title: rowTitleOf(schema, row, related), data };
}

/** The error of a list of linked rows that is longer than a response shows. */
const TRUNCATED_LINKS = {
  code: 'truncated',
  message: `has more than the ${MAX_INVERSE_LINKS} linked rows that it shows; list all of them with a filter in the other table`,
};

/** The columns of a response, and the formulas that are computed at each read to show them with the title. */
export interface ShownColumns {
  readonly columns: readonly Column[];
  readonly volatile: readonly Column[];
}

/** Returns the columns of responses that show these columns. */
export const shownColumnsOf = (schema: Schema, columns: readonly Column[] = schema.columns): ShownColumns => ({
  columns,
  volatile: volatileColumnsFor(schema, columns === schema.columns || !schema.title ? columns : [...columns, schema.title]),
});

/** Returns a row in response form with its title and these columns, by default all; `pending` are the keys of its cells that may be out of date. */
export function toRowResponse(
  schema: Schema,
  stored: StoredRow,
  related: RelatedData,
  now: number,
  pending: string[] = [],
  { columns, volatile }: ShownColumns = shownColumnsOf(schema),
): Row {
  const row = withVolatileCells(schema, stored, now, related.budget, volatile);
  const errors: Record<string, { code: string; message: string }> = {};
  for (const { key, cid } of columns) {
    if (row.errors?.[cid]) errors[key] = row.errors[cid];
    if ((related.inverse.get(row.id)?.[cid]?.length ?? 0) > MAX_INVERSE_LINKS) errors[key] = TRUNCATED_LINKS;
  }
  const shown = toTitleAndData(schema, row, related, columns, ({ key }) => {
    errors[key] = noRoomForLinks;
  });
  return {
    id: row.id,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    ...shown,
    ...(Object.keys(errors).length > 0 && { _errors: errors }),
    ...(pending.length > 0 && { _pending: pending }),
  };
}

/** A contact as events carry it. */
export type Contact = z.output<typeof ContactBlock>;

/** Contacts by id. */
export type Contacts = ReadonlyMap<string, Contact>;

/** Things of other services that the rows of a write name, by id. */
export interface NamedThings {
  readonly contacts: Contacts;
  readonly assets: ReadonlyMap<string, NamedAsset>;
}

/** Returns no things. */
export const noNamedThings = (): NamedThings => ({ contacts: new Map(), assets: new Map() });
