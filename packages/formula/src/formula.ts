import { MAX_FORMULA_LIST_TEXT, MAX_FORMULA_PATTERN_MS, MAX_FORMULA_TEXT, MAX_FORMULA_WORK } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { type ColumnScope, checkTypes, type ResolvedColumn } from './compile/check.ts';
import { compileClosure } from './compile/closure.ts';
import { compileSql, outcomeSql } from './compile/compile-sql.ts';
import { type CheckedNode, parameterOf, type RowFacts, type RowFactsSql } from './functions/function.ts';
import { FormulaError } from './syntax/formula-error.ts';
import { tokenize } from './syntax/lexer.ts';
import { type Node, parse } from './syntax/parser.ts';
import type { Cell, CellError, ValueType } from './values/cell.ts';
import { cellError, EvaluationFailure, fail } from './values/evaluation-failure.ts';
import { MAX_SQL_DEPTH, MAX_SQL_NODES } from './values/limits.ts';
import type { Type } from './values/type.ts';
import { WORK_PER_CALL, WORK_PER_ELEMENT, WORK_PER_ELEMENT_TEXT } from './values/work.ts';

/*
 * The formula language. A person writes `ROUND({price} * {quantity}, 2)`. The stored form has column ids in place of keys,
 * so that renaming a column changes no formula.
 *
 * Steps: `syntax` tokenizes and parses an expression (Pratt parser; every node has its position in code units; nesting is
 * limited to 100 levels). `compile/check.ts` resolves functions and columns and checks all types; it throws a `FormulaError`
 * with a position and a message. A checked formula has no type errors. It is compiled twice: to closures
 * (`compile/closure.ts`) for writes and single rows, and to one SQL expression (`compile/compile-sql.ts`) for whole tables.
 * Both return exactly the same value, to the last bit. If no such SQL exists, `sql()` returns null and the caller uses the
 * closures. `functions/functions.ts` is the only list of functions, each with both implementations.
 *
 * Syntax: `{key}`, or the key alone; 12, 1.5, .5, 1e3; "text" and 'text' with \" \' \\ \n \t \r (other backslashes
 * stay, so "\d" is a pattern); TRUE, FALSE. Operators from the loosest: = != <> < <= > >=, then &, + -, * / %, then signs.
 * All group from left to right. Function names are case-insensitive.
 *
 * Values:
 * - Blank is the empty cell and the empty text: BLANK() and "" are the same, and no function returns "". Blank is 0 in
 *   arithmetic and where numbers are compared, "" in text, false in logic. `= BLANK()` and `= ""` test for a value:
 *   {none} = 0 and {none} = "" are both true, {zero} = "" is false. An empty checkbox is FALSE. A function of a blank date
 *   is blank. SUM, AVERAGE, MIN and MAX ignore blanks.
 * - Numbers are float64 up to 1e150 in magnitude. A larger result is `out_of_range`; a result closer to 0 than 1e-150 is 0.
 *   Within these bounds no product or quotient overflows, which would abort a statement in Postgres. Division by zero is
 *   `div_by_zero`, NaN is `not_a_number`. Rounding, CEILING, FLOOR and % use the shortest decimal form: ROUND(2.675, 2) is
 *   2.68, halves round away from zero, and a remainder has the sign of the divisor.
 * - Texts are counted and ordered by code point and have at most 100,000 of them, else `too_long`. A number becomes a text
 *   without exponent: whole numbers with all digits, others with at most 15, so that 0.1 + 0.2 is 0.3. A boolean becomes TRUE
 *   or FALSE, a list becomes its elements with ", " between.
 * - Dates are "YYYY-MM-DD", dates with time ISO 8601 in UTC with milliseconds, years 0001 to 9999. A literal text in one of
 *   these forms is accepted where a date is expected; any other text needs DATETIME_PARSE(). Days and longer units are
 *   counted on the wall clock of the zone, hours and shorter units on the time line. A skipped wall-clock time moves
 *   forward by the gap; of a repeated one the first counts. The 31st becomes the last day of a shorter month. A date among
 *   dates with time is the midnight at which it begins.
 * - An evaluation counts its work in units (`values/work.ts`) and fails with `too_slow` above the limit. Work depends on the
 *   lengths of texts and lists only. A formula has SQL only if it can never exceed the limit, so both agree.
 * - Lists come from lookups, selects and references. They hold no blanks; numeric functions take their elements.
 * - An error in any part is the result, the first one from left to right, unless IFERROR or ISERROR handles it, or IF or
 *   SWITCH skips its branch. Branches of different types become texts, except that "" and blank fit every type.
 * - TRUE and 1 are the same number. A number and a text are never equal; comparing them is a type error.
 *
 * No SQL exists for patterns, LOWER, UPPER and SEARCH (Postgres and V8 differ in letter case), POWER, EXP and LOG (last
 * bits), formatting and parsing of dates, working days, zones other than UTC (the versions of the zone data may differ), and
 * very deep or large formulas.
 */

/** A column that a formula may read. With `list`, its cells are lists of `value_type`, such as those of a lookup. */
export interface FormulaColumn {
  readonly id: string;
  readonly key: string;
  readonly value_type: ValueType;
  readonly list?: boolean;
}

/** The outcome of a formula for a row: a value (null for blank), or an error. */
export type Outcome = { readonly value: Cell } | { readonly error: CellError };

/** The input of an evaluation in addition to cells. */
interface FormulaContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly row: RowFacts;
  /** Called before each step of work, with its units of about 2 ns: a thread can let others go first. Changes no outcome. */
  readonly beforeWork?: ((units: number) => void) | undefined;
}

/** The input of a compilation to SQL in addition to cells. Without `row`, formulas that read properties of the row have no SQL. */
export interface FormulaSqlContext {
  readonly now: number;
  readonly row?: RowFactsSql;
}

/** A formula that was checked against the columns of its table. */
export interface Formula {
  readonly value_type: ValueType;
  /** The element type of a list; undefined if elements differ. */
  readonly element_type?: ValueType;
  /** Ids of the columns that it reads, without duplicates. */
  readonly reads: readonly string[];
  /** True if its value changes with time alone. */
  readonly is_volatile: boolean;
  /** The expression with column ids in place of keys; `loadFormula` reads it. */
  readonly stored: string;
  /** Returns its outcome for a row; does not throw. */
  evaluate(cellOf: (id: string) => Cell, context: FormulaContext): Outcome;
  /**
   * Returns one SQL expression of the same outcome, `{"v": value}` or `{"e": code}` as jsonb (`readOutcome`), or null. The
   * code `not_in_sql` stands for a row that only `evaluate` can compute.
   */
  sql(cellOf: (id: string) => FragmentSqlToken, context: FormulaSqlContext): FragmentSqlToken | null;
}

/** Options of a formula. */
export interface FormulaOptions {
  /** A valid IANA zone; default UTC. */
  readonly timezone?: string | undefined;
}

/** Parses and checks an expression that names columns by key. Throws a `FormulaError`. */
export function parseFormula(source: string, columns: readonly FormulaColumn[], options: FormulaOptions = {}): Formula {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const byId = new Map(columns.map((column) => [column.id, column]));
  return compileFormula(source, (name) => byKey.get(name) ?? byId.get(name), columns, options);
}

/** Parses and checks an expression in stored form, which names columns by id. Throws a `FormulaError`. */
export function loadFormula(stored: string, columns: readonly FormulaColumn[], options: FormulaOptions = {}): Formula {
  const byId = indexById(columns);
  return compileFormula(stored, (name) => byId.get(name), columns, options);
}

const columnsById = new WeakMap<readonly FormulaColumn[], ReadonlyMap<string, FormulaColumn>>();

/** Returns columns by id, cached per list: the formulas of a wide table are loaded one after the other. */
function indexById(columns: readonly FormulaColumn[]): ReadonlyMap<string, FormulaColumn> {
  const known = columnsById.get(columns);
  if (known) return known;
  const byId = new Map(columns.map((column) => [column.id, column]));
  columnsById.set(columns, byId);
  return byId;
}

/** Returns a stored expression with keys in place of ids; unknown ids stay. */
export function showExpression(stored: string, keyOf: (id: string) => string | undefined): string {
  try {
    return replaceReferences(
      stored,
      tokenize(stored).flatMap(({ kind, text, start, end }) => {
        const key = kind === 'reference' ? keyOf(text) : undefined;
        return key === undefined ? [] : [{ start, end, name: key }];
      }),
    );
  } catch (error) {
    if (error instanceof FormulaError) return stored;
    throw error;
  }
}

const SqlOutcome = z.union([z.object({ v: z.json() }), z.object({ e: z.string(), m: z.string().optional() })]);

/** Parses the outcome that the SQL of a formula returned. */
export function readOutcome(answer: unknown): Outcome {
  const outcome = SqlOutcome.parse(answer);
  return 'v' in outcome ? { value: outcome.v } : { error: cellError(outcome.e, outcome.m) };
}

function compileFormula(
  source: string,
  find: (name: string) => FormulaColumn | undefined,
  columns: readonly FormulaColumn[],
  { timezone: zone = 'UTC' }: FormulaOptions,
): Formula {
  const node = parse(source);
  const names: ColumnScope = {
    find: (name): ResolvedColumn | undefined => {
      const column = find(name);
      return column && { id: column.id, type: typeOf(column) };
    },
    all: () => columns.map(({ key }) => key),
  };
  const typed = checkTypes(node, names);
  const facts = collectFacts(typed);
  const references: { start: number; end: number; name: string }[] = [];
  collectReferences(node, (start, end, name) => references.push({ start, end, name: find(name)!.id }));
  const close = compileClosure(typed);
  return {
    value_type: typed.type.kind === 'blank' ? 'text' : typed.type.kind,
    ...(typed.type.of && typed.type.of !== 'any' ? { element_type: typed.type.of } : {}),
    reads: [...facts.reads],
    is_volatile: facts.volatile,
    stored: replaceReferences(source, references),
    evaluate(cellOf, { now, row, beforeWork }) {
      try {
        const budget = { left: MAX_FORMULA_WORK - facts.calls * WORK_PER_CALL, patternMs: MAX_FORMULA_PATTERN_MS, beforeWork };
        return { value: limitedResult(close({ cellOf, zone, now, row, budget })) };
      } catch (error) {
        if (error instanceof EvaluationFailure) return { error: cellError(error.code, error.message) };
        throw error;
      }
    },
    sql(cellOf, context) {
      if (facts.depth > MAX_SQL_DEPTH || facts.nodes > MAX_SQL_NODES || facts.most_work > MAX_FORMULA_WORK) return null;
      const value = compileSql(typed, { cellOf, zone, ...context });
      return value && outcomeSql(value);
    },
  };
}

/** Returns the type that a column has in formulas. */
function typeOf({ value_type, list }: FormulaColumn): Type {
  const kind = value_type === 'object' ? 'text' : value_type;
  if (kind === 'list') return { kind: 'list', of: 'any' };
  return list ? { kind: 'list', of: kind } : { kind };
}

function collectFacts(typed: CheckedNode) {
  const facts = { reads: new Set<string>(), volatile: false, nodes: 0, calls: 0, depth: 0, most_work: 0 };
  const visit = (part: CheckedNode, depth: number): void => {
    facts.nodes += 1;
    facts.depth = Math.max(facts.depth, depth);
    if (part.kind === 'column') facts.reads.add(part.id);
    if (part.kind === 'column' && part.type.kind === 'list') facts.most_work += MAX_LIST_WORK;
    if (part.kind !== 'call') return;
    facts.calls += 1;
    facts.most_work += WORK_PER_CALL;
    const perCharacter = ('work_per_character' in part.function && part.function.work_per_character) || 1;
    if ('volatile' in part.function && part.function.volatile) facts.volatile = true;
    for (const [index, each] of part.parts.entries()) {
      if (parameterOf(part.function.parameters, index).takes === 'text') facts.most_work += perCharacter * longestText(each);
      visit(each, depth + 1);
    }
  };
  visit(typed, 1);
  return facts;
}

/** Units of work to read a list of a thousand elements, the most that a lookup holds, and to make a text of it. */
const MAX_LIST_WORK = 1_000 * (2 * WORK_PER_ELEMENT + WORK_PER_ELEMENT_TEXT);

/** Maximum length of a number, a date or a boolean as text. */
const MAX_SCALAR_TEXT = 310;

/** Returns the length of the longest text in code units that a part can be. A code point has up to two code units. */
const longestText = (part: CheckedNode): number =>
  part.kind === 'literal' && typeof part.value === 'string'
    ? part.value.length
    : part.type.kind === 'text' || part.type.kind === 'list'
      ? 2 * MAX_FORMULA_TEXT
      : MAX_SCALAR_TEXT;

/** Returns the result of a formula. Fails for a list whose texts are too long together. */
function limitedResult(value: Cell): Cell {
  if (!Array.isArray(value)) return value;
  const length = value.reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
  return length > MAX_FORMULA_LIST_TEXT ? fail('too_long', 'The texts of the result have more than 200,000 characters together.') : value;
}

function collectReferences(node: Node, found: (start: number, end: number, name: string) => void): void {
  if (node.kind === 'reference') found(node.position, node.end, node.name);
  else if (node.kind === 'call') for (const part of node.parts) collectReferences(part, found);
}

/** Returns the source with other names in its references, which are in source order. */
function replaceReferences(source: string, references: readonly { start: number; end: number; name: string }[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, name } of references) {
    result += `${source.slice(from, start)}{${name}}`;
    from = end;
  }
  return result + source.slice(from);
}
