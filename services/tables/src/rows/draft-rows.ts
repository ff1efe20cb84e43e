import { type FieldError, invalidFields, MAX_LISTED_ERRORS } from '@space/contracts/core';
import { MAX_CALL_PATTERN_STEPS } from '@space/contracts/tables';
import type { ParsedCell } from '../cells/cell-type.ts';
import { withOptions } from '../cells/find-option.ts';
import { parseCell } from '../cells/parse-cell.ts';
import { patternSteps } from '../cells/text-columns.ts';
import { noteReadText } from '../cells/value-of-text.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Cell, Column, Option, Schema } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';

/** The cells of one row as the caller sends them. */
export interface RowInput {
  /** Path of the cells in the request: `data`, `rows.3`, `updates.0.data`. */
  readonly at: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** A row as the caller wants it, validated without the database. */
export interface RowDraft {
  readonly at: string;
  /** Stored cells by cid. Null empties a cell. */
  readonly patch: Record<string, Cell>;
  /** Row titles and contact emails that stand for links, by cid. Their ids are appended to those of the patch. */
  readonly texts: Record<string, readonly string[]>;
}

/** Drafts, and the choices that their cells need and the columns lack. */
export interface Drafts {
  readonly drafts: readonly RowDraft[];
  readonly new_options: ReadonlyMap<Column, readonly Option[]>;
}

/** Parses a cell: a JSON value or the text of a CSV field. */
export type CellParser = (column: Column, value: Cell) => ParsedCell;

/** An error in a cell of a row. */
export interface DraftError extends FieldError {
  readonly at: string;
  readonly column_key: string | null;
}

/** A call that writes cells. */
interface WritingCall {
  readonly input: { readonly typecast: boolean };
  readonly is_lenient: boolean;
  readonly understood: string[];
}

/**
 * Returns the parser of JSON values: strict, or such that texts are converted or read leniently, as the call asks. The caller gets a
 * sentence for each column with texts that were read as something else.
 */
export const wireParser = ({ input: { typecast }, is_lenient, understood }: WritingCall): CellParser =>
  function parseWireCell(column, value) {
    const read = parseCell(column, value, { typecast, is_lenient });
    if ('read_as' in read && read.read_as !== undefined) noteReadText(understood, column.key, read.read_as);
    return read;
  };

/** Parses the rows of a request. Rejects the request with all errors. */
export function draftRows(schema: Schema, given: readonly RowInput[], read: CellParser, isNew: boolean): Drafts {
  const { errors, ...drafts } = tryDraftRows(schema, given, read, isNew);
  if (errors.length > 0) throw invalidFields(errors);
  return drafts;
}

/** All drafts of a request, including invalid ones, and all errors. */
type DraftedRows = Drafts & { readonly errors: readonly DraftError[] };

/** Parses rows without throwing. */
export function tryDraftRows(schema: Schema, given: readonly RowInput[], read: CellParser, isNew: boolean): DraftedRows {
  const drafter = createDrafter(schema, read, isNew);
  for (const row of given) drafter.add(row);
  return drafter.result;
}

/** Returns a parser for the rows of a request, one after the other. It throws nothing. */
export function createDrafter(
  schema: Schema,
  read: CellParser,
  isNew: boolean,
): { add(row: RowInput): void; readonly result: DraftedRows } {
  const errors: DraftError[] = [];
  const drafts: RowDraft[] = [];
  const options = new Map<Column, Option[]>();
  const widened = new Map<Column, Column>();
  let steps = 0;
  const add = ({ at, cells }: RowInput) => {
    const draft: RowDraft = { at, patch: {}, texts: {} };
    const addError = (key: string, found: Omit<FieldError, 'path'>) =>
      errors.push({
        at,
        column_key: key,
        path: `${at}.${key}`,
        code: found.code,
        // The message of a choice compares all choices. An import may have a hundred thousand errors and shows the first ones.
        get message() {
          return found.message;
        },
      });
    for (const key of Object.keys(cells)) {
      const column = schema.byKey.get(key);
      if (!column) {
        // Comparing each unknown key with all columns is slow, and only the first errors are shown.
        const keys = errors.length < MAX_LISTED_ERRORS ? schema.byKey.keys() : [];
        addError(key, unknownColumnError(`${at}.${key}`, key, keys));
        continue;
      }
      steps += patternSteps(column, cells[key]!);
      if (steps > MAX_CALL_PATTERN_STEPS) {
        addError(key, tooCostly);
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
    drafts.push(draft);
  };
  return { add, result: { drafts, new_options: options, errors } };
}

/** Applies defaults to the draft of a new row. Returns the required columns that stay empty. */
export function applyDefaults(schema: Schema, draft: RowDraft): readonly Column[] {
  const plan = columnRolesOf(schema);
  for (const { cid, default_value } of plan.defaults) if (!Object.hasOwn(draft.patch, cid)) draft.patch[cid] = default_value;
  return plan.required.filter((column) => !Object.hasOwn(draft.patch, column.cid) || isEmpty(draft, column));
}

/** The error of a cell for whose pattern a call has no steps left. */
const tooCostly = {
  code: 'too_costly',
  message: `is text for which the patterns of the columns take too long; at most ${MAX_CALL_PATTERN_STEPS} steps are allowed. Write fewer rows in one call`,
} as const;

/** The error of an empty required cell. */
export const requiredError = { code: 'required', message: 'is required and must not be empty' } as const;

const isEmpty = ({ patch, texts }: RowDraft, { cid }: Column): boolean => patch[cid] === null && !texts[cid];

/** Returns the stored cells of a new row: the non-empty cells of its draft. */
export function storedCellsOf({ patch }: RowDraft): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const cid of Object.keys(patch)) if (patch[cid] !== null) cells[cid] = patch[cid]!;
  return cells;
}
