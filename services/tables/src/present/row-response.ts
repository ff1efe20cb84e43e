import type { ContactBlock } from '@space/contracts/contacts';
import type { Row } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { z } from 'zod';
import { cellText } from '../cells/cell-text.ts';
import type { Names } from '../cells/cell-type.ts';
import { wireCell } from '../cells/wire-cell.ts';
import { formulasOf } from '../formulas/compiled-formulas.ts';
import { computeVolatile } from '../formulas/evaluate-row.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, Schema, StoredRow } from '../schema/schema.ts';

/** What a row shows beyond what it stores. */
export interface Beside {
  readonly names: Names;
  /** The links that mirror columns show, by row and cid. */
  readonly mirrored: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;
}

/** Beside a row without references and contacts. */
export const nothingBeside: Beside = { names: {}, mirrored: new Map() };

/** The cell of a column in a stored row, of whatever place it comes from. */
export function cellIn(row: StoredRow, column: Column, { mirrored, names }: Beside): Cell {
  if (column.type === 'created_at') return isoTime(row.created_at);
  if (column.type === 'updated_at') return isoTime(row.updated_at);
  if (column.type === 'created_by') return { ...row.created_by };
  if (column.reference?.mirror) return [...(mirrored.get(row.id)?.[column.cid] ?? [])];
  const cell = (isComputed(column) ? row.computed : row.data)[column.cid] ?? null;
  return column.type === 'reference' ? there(cell, names.rows) : cell;
}

/** The links of a cell that lead somewhere: those to deleted rows stay stored, in case they come back, and are not shown. */
const there = (cell: Cell, rows: Names['rows']): Cell => (rows && Array.isArray(cell) ? cell.filter((id) => rows.has(id as string)) : cell);

/** A row with the cells that are worked out at every read. */
export function wholeRow(schema: Schema, row: StoredRow, now: number): StoredRow {
  if (formulasOf(schema).volatile.size === 0) return row;
  const { computed, errors } = computeVolatile(schema, row, now);
  return { ...row, computed: { ...row.computed, ...computed }, errors: errors ? { ...row.errors, ...errors } : row.errors };
}

/** The title of a row. */
export function titleOf({ title }: Pick<Schema, 'title'>, row: StoredRow, beside: Beside): string | null {
  if (!title) return null;
  const cell = cellIn(row, title, beside);
  return (cell !== null && cellText(title, cell, beside.names)) || null;
}

/** A row as events tell of it: its title, and its cells by column key. */
export const tellRow = (schema: Schema, row: StoredRow, beside: Beside, now: number): Told =>
  told(schema, wholeRow(schema, row, now), beside);

/** The title of a row and its cells by column key. */
interface Told {
  readonly title: string | null;
  readonly data: Record<string, Cell>;
}

function told(schema: Schema, row: StoredRow, beside: Beside): Told {
  const data: Record<string, Cell> = {};
  for (const column of schema.columns) data[column.key] = wireCell(column, cellIn(row, column, beside), beside.names);
  return { title: titleOf(schema, row, beside), data };
}

/** A row as answers show it (spec, Row). */
export function showRow(schema: Schema, stored: StoredRow, beside: Beside, now: number): Row {
  const row = wholeRow(schema, stored, now);
  const pending: string[] = [];
  const errors: Record<string, { code: string; message: string }> = {};
  for (const { key, cid, status } of schema.columns) {
    if (row.errors?.[cid]) errors[key] = row.errors[cid];
    if (status === 'pending') pending.push(key);
  }
  return {
    id: row.id,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    ...told(schema, row, beside),
    ...(Object.keys(errors).length > 0 && { _errors: errors }),
    ...(pending.length > 0 && { _pending: pending }),
  };
}

/** A contact as events carry it. */
export type Person = z.output<typeof ContactBlock>;

/** Contacts by id. */
export type People = ReadonlyMap<string, Person>;
