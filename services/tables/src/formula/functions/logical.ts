import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../../schema.ts';
import { CellFault, fail } from '../cell-fault.ts';
import { converted } from '../conversions.ts';
import { FormulaFault } from '../fault.ts';
import { type FormulaFunction, type LazyFunction, strict } from '../function.ts';
import { booleanResult, bound, errorSql, isErrorSql, isTrueSql } from '../sql-values.ts';
import { type Typed, unified } from '../typed.ts';
import { isTrue } from '../values.ts';

const any = { name: 'value', takes: 'any' } as const;
const conditions = [{ name: 'condition', takes: 'boolean', rest: true }] as const;
const a0 = sql.fragment`a0`;
const blank = sql.fragment`null::jsonb`;

/** The parts at these places made one type, the rest as they are. */
function branches(parts: readonly Typed[], is: (index: number) => boolean) {
  const type = unified(parts.filter((_, index) => is(index)).map((part) => part.type));
  return { type, parts: parts.map((part, index) => (is(index) ? converted(part, type) : part)) };
}

const ifFunction: LazyFunction = {
  name: 'IF',
  parameters: [
    { name: 'condition', takes: 'any' },
    { name: 'then', takes: 'any' },
    { name: 'else', takes: 'any', optional: true },
  ],
  fit: (parts) => branches(parts, (index) => index > 0),
  close([condition, then, otherwise]) {
    return (run) => (isTrue(condition!(run)) ? then!(run) : (otherwise?.(run) ?? null));
  },
  compile: ([condition, then, otherwise = blank], [typed]) =>
    bound(
      { a0: condition! },
      sql.fragment`case when ${isErrorSql(a0)} then ${a0} when ${isTrueSql(a0, typed!.type)} then ${then!} else ${otherwise} end`,
    ),
};

/** Whether a place of SWITCH(value, pattern, result, …, default) holds a result. */
const isResult = (index: number, count: number): boolean => index > 1 && (index % 2 === 0 || index === count - 1) && index !== 0;

const switchFunction: LazyFunction = {
  name: 'SWITCH',
  parameters: [
    any,
    { name: 'pattern', takes: 'any' },
    { name: 'result', takes: 'any' },
    { name: 'more', takes: 'any', optional: true, rest: true },
  ],
  fit(parts, position) {
    const { length } = parts;
    const compared = branches(parts, (index) => index === 0 || !isResult(index, length));
    if (compared.type.kind === 'list')
      throw new FormulaFault(
        'wrong_type',
        position,
        'SWITCH compares single values, and this is a list; use ARRAYJOIN() to make a text of it.',
      );
    return branches(compared.parts, (index) => isResult(index, length));
  },
  close([value, ...rest]) {
    const pairs = Math.floor(rest.length / 2);
    const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined;
    return (run) => {
      const wanted = value!(run);
      for (let pair = 0; pair < pairs; pair++) if (rest[2 * pair]!(run) === wanted) return rest[2 * pair + 1]!(run);
      return otherwise?.(run) ?? null;
    };
  },
  compile([value, ...rest]) {
    const pairs = Math.floor(rest.length / 2);
    let result: FragmentSqlToken = rest.length % 2 === 1 ? rest.at(-1)! : blank;
    // Each pattern is worked out only when those before it did not fit, so its error counts only then.
    for (let pair = pairs - 1; pair >= 0; pair--)
      result = bound(
        { wanted: sql.fragment`wanted`, pattern: rest[2 * pair]! },
        sql.fragment`case when ${isErrorSql(sql.fragment`pattern`)} then pattern
          when pattern is not distinct from wanted then ${rest[2 * pair + 1]!} else ${result} end`,
      );
    return pairs > 20
      ? null
      : bound({ wanted: value! }, sql.fragment`case when ${isErrorSql(sql.fragment`wanted`)} then wanted else ${result} end`);
  },
};

const ifErrorFunction: LazyFunction = {
  name: 'IFERROR',
  aliases: ['IF_ERROR'],
  parameters: [any, { name: 'otherwise', takes: 'any' }],
  fit: (parts) => branches(parts, () => true),
  close:
    ([value, otherwise]) =>
    (run) => {
      try {
        return value!(run);
      } catch (error) {
        if (error instanceof CellFault) return otherwise!(run);
        throw error;
      }
    },
  compile: ([value, otherwise]) => bound({ a0: value! }, sql.fragment`case when ${isErrorSql(a0)} then ${otherwise!} else ${a0} end`),
};

const isErrorFunction: LazyFunction = {
  name: 'ISERROR',
  aliases: ['IS_ERROR'],
  parameters: [any],
  fit: (parts) => ({ type: { kind: 'boolean' }, parts }),
  close:
    ([value]) =>
    (run) => {
      try {
        value!(run);
        return false;
      } catch (error) {
        if (error instanceof CellFault) return true;
        throw error;
      }
    },
  compile: ([value]) => bound({ a0: value! }, booleanResult(isErrorSql(a0))),
};

const isBlank = (value: Cell): boolean => value === null;

/** Functions of truth, of blanks and of errors. */
export const logicalFunctions: readonly FormulaFunction[] = [
  ifFunction,
  switchFunction,
  ifErrorFunction,
  isErrorFunction,
  strict({
    name: 'AND',
    parameters: conditions,
    result: 'boolean',
    evaluate: ([all]) => all.every(Boolean),
    sql: ([all]) => booleanResult(sql.fragment`(${sql.join([...all], sql.fragment` and `)})`),
  }),
  strict({
    name: 'OR',
    parameters: conditions,
    result: 'boolean',
    evaluate: ([all]) => all.some(Boolean),
    sql: ([all]) => booleanResult(sql.fragment`(${sql.join([...all], sql.fragment` or `)})`),
  }),
  strict({
    name: 'XOR',
    parameters: conditions,
    result: 'boolean',
    evaluate: ([all]) => all.filter(Boolean).length % 2 === 1,
    sql: ([all]) =>
      booleanResult(
        sql.fragment`((${sql.join(
          all.map((each) => sql.fragment`(${each})::int`),
          sql.fragment` + `,
        )}) % 2 = 1)`,
      ),
  }),
  strict({
    name: 'NOT',
    parameters: [{ name: 'condition', takes: 'boolean' }],
    result: 'boolean',
    evaluate: ([condition]) => !condition,
    sql: ([condition]) => booleanResult(sql.fragment`(not ${condition})`),
  }),
  strict({ name: 'BLANK', parameters: [], result: 'blank', evaluate: () => null, sql: () => blank }),
  strict({
    name: 'ISBLANK',
    aliases: ['IS_BLANK'],
    parameters: [any],
    result: 'boolean',
    evaluate: ([value]) => isBlank(value),
    sql: ([value]) => booleanResult(sql.fragment`(${value} is null)`),
  }),
  strict({
    name: 'ERROR',
    parameters: [{ name: 'message', takes: 'text', optional: true }],
    result: 'blank',
    evaluate: ([message]) => fail('error', [...(message ?? '')].slice(0, 250).join('') || undefined),
    sql: ([message]) =>
      message
        ? sql.fragment`jsonb_strip_nulls(jsonb_build_object('e', 'error', 'm', nullif(left(${message}, 250), '')))`
        : errorSql('error'),
  }),
];
