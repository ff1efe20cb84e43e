import { type FieldError, invalidFields } from '@space/contracts/core';
import type { ParsedCell } from '../cells/cell-type.ts';
import { withOptions } from '../cells/find-option.ts';
import { parseCell } from '../cells/read-cell.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';

/** Cells of one row as a caller sends them. */
export interface RowInput {
  /** Where they stand in the request: `data`, `rows.3`, `updates.0.data`. */
  readonly at: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What a caller wants of one row, checked as far as that needs no database. */
export interface RowDraft {
  readonly at: string;
  /** Cells in their stored form by cid; null empties one. */
  readonly patch: Record<string, Cell>;
  /** Titles of rows and emails of contacts that stand for links, by cid; their ids go behind those of the patch. */
  readonly texts: Record<string, readonly string[]>;
}

/** Drafts, and the choices that their cells need and the columns do not have yet. */
export interface Drafts {
  readonly drafts: readonly RowDraft[];
  readonly new_options: ReadonlyMap<Column, readonly Option[]>;
}

/** How cells are read: those of the wire, or texts of a CSV. */
export type CellParser = (column: Column, value: Cell) => ParsedCell;

/** What is wrong with the cells of a row. */
export interface DraftError extends FieldError {
  readonly at: string;
  readonly column_key: string | null;
}

/** Reads cells of the wire, strictly or for what they mean. */
export const wireParser =
  (typecast: boolean): CellParser =>
  (column, value) =>
    parseCell(column, value, { typecast });

/** Reads what callers send for rows, and refuses the call with every error at once. */
export function draftRows(schema: Schema, given: readonly RowInput[], read: CellParser, isNew: boolean): Drafts {
  const { errors, ...drafts } = tryDraftRows(schema, given, read, isNew);
  if (errors.length > 0) throw invalidFields(errors);
  return drafts;
}

/** The same without refusing: the drafts, also those with errors, and the errors of all. */
export function tryDraftRows(
  schema: Schema,
  given: readonly RowInput[],
  read: CellParser,
  isNew: boolean,
): Drafts & { readonly errors: readonly DraftError[] } {
  const errors: DraftError[] = [];
  const options = new Map<Column, Option[]>();
  const widened = new Map<Column, Column>();
  const drafts = given.map(({ at, cells }) => {
    const draft: RowDraft = { at, patch: {}, texts: {} };
    const addError = (key: string, found: Omit<FieldError, 'path'>) =>
      errors.push({ at, column_key: key, path: `${at}.${key}`, code: found.code, message: found.message });
    for (const key of Object.keys(cells)) {
      const column = schema.byKey.get(key);
      if (!column) {
        addError(key, unknownColumnError(`${at}.${key}`, key, schema.byKey.keys()));
        continue;
      }
      const result = read(widened.get(column) ?? column, cells[key]!);
      if ('error' in result) {
        addError(key, result.error);
        continue;
      }
      draft.patch[column.cid] = result.cell;
      if (result.texts) draft.texts[column.cid] = result.texts;
      if (result.new_options) {
        const added = [...(options.get(column) ?? []), ...result.new_options];
        options.set(column, added);
        widened.set(column, withOptions(column, added));
      }
      if (column.required && isEmpty(draft, column)) addError(key, requiredError);
    }
    if (isNew)
      for (const column of applyDefaults(schema, draft)) if (!Object.hasOwn(cells, column.key)) addError(column.key, requiredError);
    return draft;
  });
  return { drafts, new_options: options, errors };
}

/** Puts the defaults into a draft of a new row, and answers the required columns that it leaves empty. */
export function applyDefaults(schema: Schema, draft: RowDraft): readonly Column[] {
  const plan = columnRolesOf(schema);
  for (const { cid, default_value } of plan.defaults) if (!Object.hasOwn(draft.patch, cid)) draft.patch[cid] = default_value;
  return plan.required.filter((column) => !Object.hasOwn(draft.patch, column.cid) || isEmpty(draft, column));
}

/** What is said of a required cell that has nothing in it. */
export const requiredError = { code: 'required', message: 'is required and must not be empty' } as const;

const isEmpty = ({ patch, texts }: RowDraft, { cid }: Column): boolean => patch[cid] === null && !texts[cid];

/** The cells that a new row stores: those of its draft that are not empty. */
export function storedCellsOf({ patch }: RowDraft): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const cid of Object.keys(patch)) if (patch[cid] !== null) cells[cid] = patch[cid]!;
  return cells;
}
