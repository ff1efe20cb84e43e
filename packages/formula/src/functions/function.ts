import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../values/cell.ts';
import type { Type } from '../values/type.ts';
import type { WorkBudget } from '../values/work.ts';

/** A checked part of a formula: calls have their function, references their column, and all types fit. */
export type CheckedNode =
  | { readonly kind: 'literal'; readonly type: Type; readonly value: Cell; readonly position: number }
  | { readonly kind: 'column'; readonly type: Type; readonly id: string; readonly position: number }
  | {
      readonly kind: 'call';
      readonly type: Type;
      readonly function: FormulaFunction;
      readonly parts: readonly CheckedNode[];
      readonly position: number;
    };

/**
 * The arguments that a parameter accepts, and the value that its function receives:
 * - number: a number; blank is 0, TRUE is 1
 * - text: anything; blank is "", a list is its elements with ", " between
 * - boolean: anything; blank, 0 and FALSE are false, everything else is true
 * - moment: a date or a date with time in stored form; a blank argument makes the result blank
 * - numbers: numbers and lists of numbers, in one array without blanks
 * - values: anything, lists as their elements, in one array with blanks as null
 * - any: anything, unchanged
 * - word: a literal that is one of the words of the parameter
 */
type ArgumentKind = 'number' | 'text' | 'boolean' | 'moment' | 'numbers' | 'values' | 'any' | 'word';

/** A parameter of a function. `rest` takes all further arguments; with numbers and values they are one array. */
export interface Parameter {
  readonly name: string;
  readonly takes: ArgumentKind;
  readonly optional?: true;
  readonly rest?: true;
  /** The meaning of each accepted word. */
  readonly words?: ReadonlyMap<string, string>;
}

/** The context of an evaluation. */
export interface Scope {
  /** The IANA zone in which dates begin and end. */
  readonly zone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly row: RowFacts;
  readonly budget: WorkBudget;
}

/** Properties of a row that are not cells; times in milliseconds since the epoch. */
export interface RowFacts {
  readonly id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly autonumber?: number | null;
}

/** The same properties as SQL expressions: text, timestamptz, timestamptz, jsonb. */
export interface RowFactsSql {
  readonly id: FragmentSqlToken;
  readonly created_at: FragmentSqlToken;
  readonly updated_at: FragmentSqlToken;
  readonly autonumber?: FragmentSqlToken;
}

/** The context of a compilation to SQL. */
export interface SqlScope {
  readonly zone: string;
  readonly now: number;
  readonly row?: RowFactsSql;
  /** The types of the arguments. */
  readonly types: readonly Type[];
}

interface ArgumentTypes {
  readonly number: number;
  readonly text: string;
  readonly boolean: boolean;
  readonly moment: string;
  readonly numbers: readonly number[];
  readonly values: readonly Cell[];
  readonly any: Cell;
  readonly word: string;
}

type OptionalArgument<P extends Parameter, T> = P['optional'] extends true ? T | undefined : T;
type Argument<P extends Parameter, T> = P['takes'] extends 'numbers' | 'values'
  ? T
  : P['rest'] extends true
    ? readonly T[]
    : OptionalArgument<P, T>;

/** The arguments that `evaluate` receives for these parameters. */
type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: Argument<P[I], ArgumentTypes[P[I]['takes']]> };

/** The arguments of the SQL builder: float8, text, boolean, text for moments, a jsonb array for numbers and values, jsonb, and plain words. */
type SqlArguments<P extends readonly Parameter[]> = {
  readonly [I in keyof P]: Argument<P[I], P[I]['takes'] extends 'word' ? string : FragmentSqlToken>;
};

/** A function whose arguments are all evaluated first; the first error among them is its result. */
export interface StrictFunction<P extends readonly Parameter[] = readonly Parameter[]> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: P;
  readonly result: Type['kind'] | ((parts: readonly CheckedNode[]) => Type);
  /** Throws a `FormulaError` for arguments that can never work, such as an invalid pattern. */
  check?(this: void, parts: readonly CheckedNode[]): void;
  /** True if the result changes with time alone. */
  readonly volatile?: true;
  /** Units of work per code unit of its texts; default 1. Its `evaluate` charges the work that depends on anything else. */
  readonly work_per_character?: number;
  /** Computes the result in TypeScript. The caller then applies the limits of numbers and texts; "" becomes blank. */
  evaluate(this: void, args: Arguments<P>, scope: Scope): Cell;
  /** Returns the same as one SQL expression of type jsonb: the value, null for blank, or {"e": code}. Null if none is exactly equal. */
  sql?(this: void, args: SqlArguments<P>, scope: SqlScope): FragmentSqlToken | null;
}

/** A part of a formula as a function of a row. */
export type Closure = (evaluation: Evaluation) => Cell;

/** One evaluation of a formula for one row. */
export interface Evaluation extends Scope {
  readonly cellOf: (id: string) => Cell;
}

/** A function that decides itself which of its arguments are evaluated. */
export interface LazyFunction {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Returns the result type, and the arguments converted to the types that the function needs. */
  fit(this: void, parts: readonly CheckedNode[], position: number): { readonly type: Type; readonly parts: readonly CheckedNode[] };
  close(this: void, parts: readonly Closure[], nodes: readonly CheckedNode[]): Closure;
  /** Returns a jsonb expression over the jsonb of the arguments: value, null or {"e": code}. */
  compile(this: void, parts: readonly FragmentSqlToken[], nodes: readonly CheckedNode[]): FragmentSqlToken | null;
}

/** A function or an operator of the language. */
// biome-ignore lint/suspicious/noExplicitAny: the table holds functions of all parameters; `defineFunction` checks each entry where it is written
export type FormulaFunction = StrictFunction<any> | LazyFunction;

/** Types an entry of the table, so that its functions are checked against its parameters. */
export const defineFunction = <const P extends readonly Parameter[]>(entry: StrictFunction<P>): StrictFunction<P> => entry;

/** Returns the parameter of the argument at this index; the last parameter takes all further arguments. */
export const parameterOf = (parameters: readonly Parameter[], index: number): Parameter =>
  parameters[Math.min(index, parameters.length - 1)]!;
