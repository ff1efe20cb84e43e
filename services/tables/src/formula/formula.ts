import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Cell, CellError, ValueType } from '../schema.ts';
import { CellFault, cellError } from './cell-fault.ts';
import { check, type FoundColumn, type Names } from './checker.ts';
import { closureOf, parameterOf } from './closure.ts';
import { sqlOf } from './compile-sql.ts';
import { FormulaFault } from './fault.ts';
import type { RowFacts, RowFactsSql } from './function.ts';
import { tokensOf } from './lexer.ts';
import { MAX_EFFORT, MAX_SQL_DEPTH, MAX_SQL_NODES, MAX_SQL_TEXTS } from './limits.ts';
import { type Node, parse } from './parser.ts';
import { bound } from './sql-values.ts';
import type { Type, Typed } from './typed.ts';

/*
 * The formula language. A person writes `ROUND({price} * {quantity}, 2)`; the tables service keeps it with column ids in
 * place of keys, so that a renamed column costs nothing, and works it out for each row.
 *
 * The way of an expression: `lexer` and `parser` make a tree (Pratt's method, every node with its position in code
 * units, nesting limited to 100 levels before any recursion could hurt); `checker` finds the function and the column of
 * every node and makes the types fit, or throws a `FormulaFault` with a position and a sentence. What remains cannot
 * have a type error. It is compiled twice: to closures (`closure`) for writes and single rows, and to one SQL expression
 * (`compile-sql`) for whole tables. Both come to exactly the same value, to the last bit, or there is no SQL: `sql()` is
 * then null and the closures do all the work. `functions` is the only list of functions, each with both its forms.
 *
 * The syntax: `{key}`, or the key alone; 12, 1.5, .5, 1e3; "text" and 'text' with \" \' \\ \n \t \r (any other backslash
 * stays, so "\d" is a pattern); TRUE, FALSE; from the loosest: = != <> < <= > >=, then &, + -, * / %, then the signs.
 * All group from left to right. Names of functions are the same in any case.
 *
 * The values:
 * - Blank is the empty cell and the empty text, which are one: BLANK() and "" are the same, and no function answers "".
 *   It is 0 in arithmetic and where numbers are compared, "" in text, false in logic. `= BLANK()` and `= ""` ask whether
 *   there is a value: {none} = 0 and {none} = "" are both true, {zero} = "" is not.
 *   An empty checkbox is FALSE. A function of a date that is blank is blank. SUM, AVERAGE, MIN, MAX leave blanks out.
 * - Numbers are float64 up to 1e150 in size; more is `out_of_range`, nearer to 0 than 1e-150 is 0. Within these bounds no
 *   product or quotient overflows in the making, so that Postgres, where that aborts a statement, never sees one.
 *   Division by zero is `div_by_zero`, what is no number `not_a_number`. Rounding, CEILING, FLOOR and % work on the
 *   shortest decimal form: ROUND(2.675, 2) is 2.68, halves go away from zero, and the remainder has the divisor's sign.
 * - Texts are counted in code points, ordered by code point, and have at most 100,000 of them, else `too_long`. The text
 *   of a number has no exponent, that of a truth value is TRUE or FALSE, that of a list its elements with ", " between.
 * - Dates are "YYYY-MM-DD", dates with time ISO 8601 in UTC with milliseconds, years 0001 to 9999. A text written out in
 *   the formula that says either is one where a date is wanted; any other text needs DATETIME_PARSE(). Days and longer
 *   are counted on the wall clock of the zone, hours and shorter on the time line; a wall-clock time that is skipped
 *   is the one an hour later, one that comes twice is the first; the 31st becomes the last day of a shorter month.
 *   A date among dates with time is the midnight it begins with.
 * - Lists are those of lookups, selects and references. They hold no blanks; numeric functions take their elements.
 * - An error anywhere is the result, the first from left to right, unless IFERROR or ISERROR takes it or IF or SWITCH
 *   leaves its branch out. Branches of different types become texts, except that "" and blank fit every type.
 * - TRUE and 1 are the same number; a number and a text are never the same, and comparing them is refused.
 *
 * No SQL have: patterns, LOWER, UPPER and SEARCH (Postgres and V8 differ in cases of letters), POWER, EXP and LOG (in
 * their last bits), formats and parsing of dates, working days, whatever depends on a zone other than UTC (tz data may
 * be of different years), and formulas that are very deep or large.
 */

/** A column that a formula may read. `list` says that its cells are lists of `value_type`, as those of a lookup are. */
export interface FormulaColumn {
  readonly id: string;
  readonly key: string;
  readonly value_type: ValueType;
  readonly list?: boolean;
}

/** What a formula comes to for a row: a value, null when it is blank, or why there is none. */
export type Outcome = { readonly value: Cell } | { readonly error: CellError };

/** What an evaluation needs beside cells. */
interface FormulaContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly row: RowFacts;
}

/** What a compilation to SQL needs beside cells; a formula that asks for facts of the row has no SQL without `row`. */
export interface FormulaSqlContext {
  readonly now: number;
  readonly row?: RowFactsSql;
}

/** An expression that was checked against the columns of its table. */
export interface Formula {
  readonly value_type: ValueType;
  /** For a list, what its elements are; undefined where that differs. */
  readonly element_type?: ValueType;
  /** Ids of the columns it reads, each once. */
  readonly reads: readonly string[];
  /** Its value changes with time alone. */
  readonly is_volatile: boolean;
  /** The expression with ids where it had keys; `loadFormula` reads it, whatever the columns are called by then. */
  readonly stored: string;
  /** Its value for a row; never throws. */
  evaluate(cellOf: (id: string) => Cell, context: FormulaContext): Outcome;
  /** One SQL expression of the same value, `{"v": value}` or `{"e": code}` as jsonb (`readOutcome`), or null when there is none. */
  sql(cellOf: (id: string) => FragmentSqlToken, context: FormulaSqlContext): FragmentSqlToken | null;
}

/** What a formula can be told. */
export interface FormulaOptions {
  /** An IANA zone, checked by who takes it from a caller (cells/time-zone.ts); UTC unless told. */
  readonly time_zone?: string | undefined;
}

/** Parses and checks an expression that names columns by key, as people write it; throws a `FormulaFault`. */
export function parseFormula(source: string, columns: readonly FormulaColumn[], options: FormulaOptions = {}): Formula {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const byId = new Map(columns.map((column) => [column.id, column]));
  return formulaOf(source, (name) => byKey.get(name) ?? byId.get(name), columns, options);
}

/** Parses and checks an expression in its stored form, which names columns by id; throws a `FormulaFault`. */
export function loadFormula(stored: string, columns: readonly FormulaColumn[], options: FormulaOptions = {}): Formula {
  const byId = idsOf(columns);
  return formulaOf(stored, (name) => byId.get(name), columns, options);
}

const knownIds = new WeakMap<readonly FormulaColumn[], ReadonlyMap<string, FormulaColumn>>();

/** Columns by id, made once for each list of them: the formulas of a wide table are loaded one after the other. */
function idsOf(columns: readonly FormulaColumn[]): ReadonlyMap<string, FormulaColumn> {
  const known = knownIds.get(columns);
  if (known) return known;
  const byId = new Map(columns.map((column) => [column.id, column]));
  knownIds.set(columns, byId);
  return byId;
}

/** A stored expression with keys where it has ids; an id that `keyOf` does not know stays. */
export function showExpression(stored: string, keyOf: (id: string) => string | undefined): string {
  try {
    return replacedReferences(
      stored,
      tokensOf(stored).flatMap(({ kind, text, start, end }) => {
        const key = kind === 'reference' ? keyOf(text) : undefined;
        return key === undefined ? [] : [{ start, end, name: key }];
      }),
    );
  } catch (error) {
    if (error instanceof FormulaFault) return stored;
    throw error;
  }
}

const SqlOutcome = z.union([z.object({ v: z.json() }), z.object({ e: z.string(), m: z.string().optional() })]);

/** The outcome that the SQL of a formula answered. */
export function readOutcome(answer: unknown): Outcome {
  const outcome = SqlOutcome.parse(answer);
  return 'v' in outcome ? { value: outcome.v } : { error: cellError(outcome.e, outcome.m) };
}

function formulaOf(
  source: string,
  find: (name: string) => FormulaColumn | undefined,
  columns: readonly FormulaColumn[],
  { time_zone: zone = 'UTC' }: FormulaOptions,
): Formula {
  const node = parse(source);
  const names: Names = {
    find: (name): FoundColumn | undefined => {
      const column = find(name);
      return column && { id: column.id, type: typeOf(column) };
    },
    all: () => columns.map(({ key }) => key),
  };
  const typed = check(node, names);
  const seen = factsOf(typed);
  const references: { start: number; end: number; name: string }[] = [];
  collectReferences(node, (start, end, name) => references.push({ start, end, name: find(name)!.id }));
  const close = closureOf(typed);
  return {
    value_type: typed.type.kind === 'blank' ? 'text' : typed.type.kind,
    ...(typed.type.of && typed.type.of !== 'any' ? { element_type: typed.type.of } : {}),
    reads: [...seen.reads],
    is_volatile: seen.volatile,
    stored: replacedReferences(source, references),
    evaluate(cellOf, { now, row }) {
      try {
        return { value: close({ cellOf, zone, now, row, effort: { left: MAX_EFFORT } }) };
      } catch (fault) {
        if (fault instanceof CellFault) return { error: cellError(fault.code, fault.message) };
        throw fault;
      }
    },
    sql(cellOf, context) {
      if (seen.depth > MAX_SQL_DEPTH || seen.nodes > MAX_SQL_NODES || seen.texts > MAX_SQL_TEXTS) return null;
      const value = sqlOf(typed, { cellOf, zone, ...context });
      const out = sql.fragment`case when jsonb_typeof(outcome) = 'object' then outcome else jsonb_build_object('v', outcome) end`;
      return value && bound({ outcome: value }, out);
    },
  };
}

/** A column's type as formulas know it. */
function typeOf({ value_type, list }: FormulaColumn): Type {
  const kind = value_type === 'object' ? 'text' : value_type;
  if (kind === 'list') return { kind: 'list', of: 'any' };
  return list ? { kind: 'list', of: kind } : { kind };
}

function factsOf(typed: Typed) {
  const facts = { reads: new Set<string>(), volatile: false, nodes: 0, depth: 0, texts: 0 };
  const visit = (part: Typed, depth: number): void => {
    facts.nodes += 1;
    facts.depth = Math.max(facts.depth, depth);
    if (part.kind === 'column') facts.reads.add(part.id);
    if (part.kind !== 'call') return;
    if ('volatile' in part.function && part.function.volatile) facts.volatile = true;
    for (const [index, each] of part.parts.entries()) {
      if (parameterOf(part.function.parameters, index).takes === 'text') facts.texts += 1;
      visit(each, depth + 1);
    }
  };
  visit(typed, 1);
  return facts;
}

function collectReferences(node: Node, found: (start: number, end: number, name: string) => void): void {
  if (node.kind === 'reference') found(node.position, node.end, node.name);
  else if (node.kind === 'call') for (const part of node.parts) collectReferences(part, found);
}

/** The source with other names in its references; they come in their order, as both the tokens and the tree have it. */
function replacedReferences(source: string, references: readonly { start: number; end: number; name: string }[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, name } of references) {
    result += `${source.slice(from, start)}{${name}}`;
    from = end;
  }
  return result + source.slice(from);
}
