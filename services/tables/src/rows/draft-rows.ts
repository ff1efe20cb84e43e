import { type FieldError, invalidFields } from '@space/contracts/core';
import type { ReadCell } from '../cells/cell-type.ts';
import { withOptions } from '../cells/find-option.ts';
import { readCell } from '../cells/read-cell.ts';
import { planOf } from '../schema/column-roles.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';
import { unknownColumn } from '../schema/unknown-column.ts';

/** Cells of one row as a caller sends them. */
export interface GivenRow {
  /** Where they stand in the request: `data`, `rows.3`, `updates.0.data`. */
  readonly at: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What a caller wants of one row, checked as far as that needs no database. */
export interface Draft {
  readonly at: string;
  /** Cells in their stored form by cid; null empties one. */
  readonly patch: Record<string, Cell>;
  /** Titles of rows and emails of contacts that stand for links, by cid; their ids go behind those of the patch. */
  readonly texts: Record<string, readonly string[]>;
}

/** Drafts, and the choices that their cells need and the columns do not have yet. */
export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly new_options: ReadonlyMap<Column, readonly Option[]>;
}

/** How cells are read: those of the wire, or texts of a CSV. */
export type ReadAs = (column: Column, value: Cell) => ReadCell;

/** What is wrong with the cells of a row. */
export interface DraftFault extends FieldError {
  readonly at: string;
  readonly column_key: string | null;
}

/** Reads cells of the wire, strictly or for what they mean. */
export const readingWire =
  (typecast: boolean): ReadAs =>
  (column, value) =>
    readCell(column, value, { typecast });

/** Reads what callers send for rows, and refuses the call with every fault at once. */
export function draftRows(schema: Schema, given: readonly GivenRow[], read: ReadAs, isNew: boolean): Drafts {
  const { faults, ...drafts } = tryDraftRows(schema, given, read, isNew);
  if (faults.length > 0) throw invalidFields(faults);
  return drafts;
}

/** The same without refusing: the drafts, also those with faults, and the faults of all. */
export function tryDraftRows(
  schema: Schema,
  given: readonly GivenRow[],
  read: ReadAs,
  isNew: boolean,
): Drafts & { readonly faults: readonly DraftFault[] } {
  const faults: DraftFault[] = [];
  const options = new Map<Column, Option[]>();
  const widened = new Map<Column, Column>();
  const drafts = given.map(({ at, cells }) => {
    const draft: Draft = { at, patch: {}, texts: {} };
    const fault = (key: string, found: Omit<FieldError, 'path'>) =>
      faults.push({ at, column_key: key, path: `${at}.${key}`, code: found.code, message: found.message });
    for (const key of Object.keys(cells)) {
      const column = schema.byKey.get(key);
      if (!column) {
        fault(key, unknownColumn(`${at}.${key}`, key, schema.byKey.keys()));
        continue;
      }
      const result = read(widened.get(column) ?? column, cells[key]!);
      if ('fault' in result) {
        fault(key, result.fault);
        continue;
      }
      draft.patch[column.cid] = result.cell;
      if (result.texts) draft.texts[column.cid] = result.texts;
      if (result.new_options) {
        const added = [...(options.get(column) ?? []), ...result.new_options];
        options.set(column, added);
        widened.set(column, withOptions(column, added));
      }
      if (column.required && isEmptied(draft, column)) fault(key, requiredFault);
    }
    if (isNew) for (const column of completeNew(schema, draft)) if (!Object.hasOwn(cells, column.key)) fault(column.key, requiredFault);
    return draft;
  });
  return { drafts, new_options: options, faults };
}

/** Puts the defaults into a draft of a new row, and answers the required columns that it leaves empty. */
export function completeNew(schema: Schema, draft: Draft): readonly Column[] {
  const plan = planOf(schema);
  for (const { cid, default_value } of plan.defaults) if (!Object.hasOwn(draft.patch, cid)) draft.patch[cid] = default_value;
  return plan.required.filter((column) => !Object.hasOwn(draft.patch, column.cid) || isEmptied(draft, column));
}

/** What is said of a required cell that has nothing in it. */
export const requiredFault = { code: 'required', message: 'is required and must not be empty' } as const;

const isEmptied = ({ patch, texts }: Draft, { cid }: Column): boolean => patch[cid] === null && !texts[cid];

/** The cells that a new row stores: those of its draft that are not empty. */
export function cellsOf({ patch }: Draft): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const cid of Object.keys(patch)) if (patch[cid] !== null) cells[cid] = patch[cid]!;
  return cells;
}
