import type { FilterOp } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import type { IndexKind } from '../schema/stored-cell-sql.ts';
import type { Asked, CellKind } from './field.ts';
import type { Reading } from './query-context.queries.ts';

/** The cell a question is about. */
export interface AskedCell extends Asked {
  readonly reading: Reading;
  /** Notes that an index of this kind could have answered. */
  readonly couldUse: (kind: IndexKind) => void;
}

/** How cells of a kind answer questions. */
export interface FilterKind<T> {
  readonly ops: readonly FilterOp[];
  /** One value of the question, understood; throws `ValueFault` when it does not fit. */
  read(value: unknown, cell: AskedCell, op: FilterOp): T;
  /** The question in SQL: true or false, and never null for neq, not_contains, not_in and has_none. */
  test(cell: AskedCell, op: FilterOp, values: readonly T[]): FragmentSqlToken;
}

/** Thrown for a value that does not fit the cells it is compared with. */
export class ValueFault extends Error {
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
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw new ValueFault('must be text', 'invalid_type');
  if (value.length > MAX_TEXT) throw new ValueFault(`must have at most ${MAX_TEXT} characters`, 'too_big');
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
