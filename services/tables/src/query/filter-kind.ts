import type { FilterOp } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import type { IndexKind } from '../schema/stored-cell-sql.ts';
import type { CellKind, Field } from './field.ts';
import type { QueryContext } from './query-context.ts';

/** The cell a context is about. */
export interface FilterField extends Field {
  readonly context: QueryContext;
  /** Notes that an index of this kind could have answered. */
  readonly noteIndexUse: (kind: IndexKind) => void;
}

/** How cells of a kind answer questions. */
export interface FieldFilter<T> {
  readonly ops: readonly FilterOp[];
  /** One value of the context, understood; throws `InvalidValueError` when it does not fit. */
  parse(value: unknown, cell: FilterField, op: FilterOp): T;
  /** The context in SQL: true or false, and never null for neq, not_contains, not_in and has_none. */
  toSql(cell: FilterField, op: FilterOp, values: readonly T[]): FragmentSqlToken;
}

/** Thrown for a value that does not fit the cells it is compared with. */
export class InvalidValueError extends Error {
  readonly code: string;

  constructor(message: string, code = 'invalid_value') {
    super(message);
    this.name = 'ValueFault';
    this.code = code;
  }
}

/** Text of at most this many characters can be compared with. */
const MAX_TEXT = 10_000;

/** A value that must be text. */
export function parseText(value: unknown): string {
  if (typeof value !== 'string') throw new InvalidValueError('must be text', 'invalid_type');
  if (value.length > MAX_TEXT) throw new InvalidValueError(`must have at most ${MAX_TEXT} characters`, 'too_big');
  return value;
}

/** Names a kind of cells for people. */
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
