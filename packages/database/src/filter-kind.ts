import { type FilterOp, MAX_TEXT_CHARACTERS } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';

/** Values of one condition that have parameters of their own. More of them share one, since a statement has at most 65,535. */
export const SEPARATE_VALUES = 20;

/** The filter operations of a kind of fields. */
export interface FieldFilter<T, Field> {
  readonly ops: readonly FilterOp[];
  /** Parses one value of a condition. Throws an `InvalidValueError`. */
  parse(value: unknown, field: Field, op: FilterOp): T;
  /** Returns the condition in SQL: true or false, and never null for neq, not_contains, not_in and has_none. */
  toSql(field: Field, op: FilterOp, values: readonly T[]): FragmentSqlToken;
}

/** Thrown for a value that cannot be compared with those of a field. */
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

/** A number as text, in the form of JSON and with at most 15 digits, which a number holds exactly: models often send one so. */
const PLAIN_NUMBER = /^-?(?=[\d.]{1,15}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Returns a number. Throws an `InvalidValueError` for any other value. */
export function parseNumber(value: unknown): number {
  const number = typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new InvalidValueError('must be a number', 'invalid_type');
  return number;
}
