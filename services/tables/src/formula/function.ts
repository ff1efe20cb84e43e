import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema.ts';
import type { Type, Typed } from './typed.ts';

/**
 * What a parameter takes, and what its function then gets:
 * - number: a number; blank is 0, TRUE is 1
 * - text: anything; blank is "", a list is its elements with ", " between
 * - boolean: anything; blank, 0 and FALSE are false, everything else is true
 * - moment: a date or a date with time as it is stored; where it is blank the result is blank
 * - numbers: numbers and lists of them, all in one array without blanks
 * - values: anything, lists by their elements, all in one array with blanks as null
 * - any: anything, as it is
 * - word: one of the words of the parameter, written out in the formula
 */
type Takes = 'number' | 'text' | 'boolean' | 'moment' | 'numbers' | 'values' | 'any' | 'word';

/** A parameter of a function. `rest` takes all further arguments; with numbers and values they are one array. */
export interface Parameter {
  readonly name: string;
  readonly takes: Takes;
  readonly optional?: true;
  readonly rest?: true;
  /** What a word means, by the word. */
  readonly words?: ReadonlyMap<string, string>;
}

/** What an evaluation knows beside the arguments. */
export interface Scope {
  /** The IANA zone in which dates begin and end. */
  readonly zone: string;
  readonly now: number;
  readonly row: RowFacts;
}

/** The facts of a row that are no cells; times in milliseconds. */
export interface RowFacts {
  readonly id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly autonumber?: number | null;
}

/** The same facts as expressions of a statement: text, timestamptz, timestamptz, jsonb. */
export interface RowFactsSql {
  readonly id: FragmentSqlToken;
  readonly created_at: FragmentSqlToken;
  readonly updated_at: FragmentSqlToken;
  readonly autonumber?: FragmentSqlToken;
}

/** What a compilation to SQL knows beside the arguments. */
export interface SqlScope {
  readonly zone: string;
  readonly now: number;
  readonly row?: RowFactsSql;
  /** The types of the arguments. */
  readonly types: readonly Type[];
}

interface Given {
  readonly number: number;
  readonly text: string;
  readonly boolean: boolean;
  readonly moment: string;
  readonly numbers: readonly number[];
  readonly values: readonly Cell[];
  readonly any: Cell;
  readonly word: string;
}

type Maybe<P extends Parameter, T> = P['optional'] extends true ? T | undefined : T;
type Gathered<P extends Parameter, T> = P['takes'] extends 'numbers' | 'values' ? T : P['rest'] extends true ? readonly T[] : Maybe<P, T>;

/** The arguments that `evaluate` gets for these parameters. */
type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: Gathered<P[I], Given[P[I]['takes']]> };

/** The arguments that `sql` gets: float8, text, boolean, text for moments, a jsonb array for numbers and values, jsonb, and words as they are. */
type SqlArguments<P extends readonly Parameter[]> = {
  readonly [I in keyof P]: Gathered<P[I], P[I]['takes'] extends 'word' ? string : FragmentSqlToken>;
};

/** A function whose arguments are all worked out before it; the first error among them is its result. */
export interface StrictFunction<P extends readonly Parameter[] = readonly Parameter[]> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: P;
  readonly result: Type['kind'] | ((parts: readonly Typed[]) => Type);
  /** Throws a fault for arguments that can never work, such as a pattern that is none. */
  check?(this: void, parts: readonly Typed[]): void;
  /** Its result changes with time alone. */
  readonly volatile?: true;
  /** Worked out in TypeScript; numbers and texts it answers are checked afterwards, "" is blank. */
  evaluate(this: void, given: Arguments<P>, scope: Scope): Cell;
  /** The same as one SQL expression, a jsonb: the value, null for blank, or {"e": code}. Null, or left out, where none is exactly equal. */
  sql?(this: void, given: SqlArguments<P>, scope: SqlScope): FragmentSqlToken | null;
}

/** A part of a formula as a function of a row. */
export type Closure = (run: Run) => Cell;

/** One evaluation. */
export interface Run extends Scope {
  readonly cellOf: (id: string) => Cell;
  /** Code units of text that it may still handle. */
  readonly effort: { left: number };
}

/** A function that decides itself which of its arguments are worked out. */
export interface LazyFunction {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** What it comes to, and its arguments, made to fit. */
  fit(this: void, parts: readonly Typed[], position: number): { readonly type: Type; readonly parts: readonly Typed[] };
  close(this: void, parts: readonly Closure[], typed: readonly Typed[]): Closure;
  /** A jsonb from the jsonb of its arguments: value, null or {"e": code}. */
  compile(this: void, parts: readonly FragmentSqlToken[], typed: readonly Typed[]): FragmentSqlToken | null;
}

/** A function or an operator of the language. */
// biome-ignore lint/suspicious/noExplicitAny: the table holds functions of all parameters; `strict` checks each entry where it is written
export type FormulaFunction = StrictFunction<any> | LazyFunction;

/** An entry of the table, its `evaluate` and `sql` checked against its parameters. */
export const strict = <const P extends readonly Parameter[]>(entry: StrictFunction<P>): StrictFunction<P> => entry;
