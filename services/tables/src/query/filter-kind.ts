import type { FilterOp } from '@space/contracts/tables';
import { MAX_TEXT_CHARACTERS } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import type { IndexKind } from '../schema/stored-cell-sql.ts';
import type { CellKind, Field } from './field.ts';
import type { QueryContext } from './query-context.ts';

/** Values of one condition that have parameters of their own. More of them share one, since a statement has at most 65,535. */
export const SEPARATE_VALUES = 20;

/** The field that a condition is about. */
export interface FilterField extends Field {
  readonly context: QueryContext;
  /** Records that an index of this kind could help. */
  readonly noteIndexUse: (kind: IndexKind) => void;
}

/** The filter operations of a kind of cells. */
export interface FieldFilter<T> {
  readonly ops: readonly FilterOp[];
  /** Parses one value of a condition. Throws an `InvalidValueError`. */
  parse(value: unknown, cell: FilterField, op: FilterOp): T;
  /** Returns the condition in SQL: true or false, and never null for neq, not_contains, not_in and has_none. */
  toSql(cell: FilterField, op: FilterOp, values: readonly T[]): FragmentSqlToken;
}

/** Thrown for a value that cannot be compared with the cells of a field. */
export class InvalidValueError extends Error {
  readonly code: string;

  constructor(message: string, code = 'invalid_value') {
    super(message);
    this.name = 'InvalidValueError';
    this.code = code;
  }
}

/** Returns a text value. Throws an `InvalidValueError` for any other value. */
export function parseText(value: unknown): string {
  if (typeof value !== 'string') throw new InvalidValueError('must be text', 'invalid_type');
  if (value.length > MAX_TEXT_CHARACTERS) throw new InvalidValueError(`must have at most ${MAX_TEXT_CHARACTERS} characters`, 'too_big');
  return value;
}

/** Names of the kinds of cells for error messages. */
export const kindNames: Readonly<Record<CellKind, string>> = {
  text: 'text',
  email: 'an email',
  number: 'a number',
  boolean: 'a checkbox',
  date: 'a date',
  datetime: 'a time',
  moment: 'a time',
  select: 'a choice',
  choices: 'several choices',
  links: 'links',
  list: 'a list',
  actor: 'who created the row',
  id: 'an id',
  files: 'files',
  object: 'an object',
};
