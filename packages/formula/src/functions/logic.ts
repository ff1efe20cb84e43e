import { FormulaError } from '../syntax/formula-error.ts';
import type { Cell } from '../values/cell.ts';
import { isTrue } from '../values/coercion.ts';
import { EvaluationFailure, fail } from '../values/evaluation-failure.ts';
import { commonType } from '../values/type.ts';
import { convert } from './conversions.ts';
import { type CheckedNode, defineFunction, type FormulaFunction, type LazyFunction } from './function.ts';
import {
  andSql,
  authorErrorSql,
  blankSql,
  ifErrorSql,
  ifSql,
  isBlankSql,
  isErrorFunctionSql,
  notSql,
  orSql,
  switchSql,
  xorSql,
} from './logic-sql.ts';

const any = { name: 'value', takes: 'any' } as const;
const conditions = [{ name: 'condition', takes: 'boolean', rest: true }] as const;

/** Converts the selected parts to their common type and returns all parts. */
function convertBranches(parts: readonly CheckedNode[], is: (index: number) => boolean) {
  const type = commonType(parts.filter((_, index) => is(index)).map((part) => part.type));
  return { type, parts: parts.map((part, index) => (is(index) ? convert(part, type) : part)) };
}

const ifFunction: LazyFunction = {
  name: 'IF',
  parameters: [
    { name: 'condition', takes: 'any' },
    { name: 'then', takes: 'any' },
    { name: 'else', takes: 'any', optional: true },
  ],
  fit: (parts) => convertBranches(parts, (index) => index > 0),
  close([condition, then, otherwise]) {
    return (evaluation) => (isTrue(condition!(evaluation)) ? then!(evaluation) : (otherwise?.(evaluation) ?? null));
  },
  compile: ifSql,
};

/** Returns true if this argument of SWITCH(value, pattern, result, …, default) is a result. */
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
    const compared = convertBranches(parts, (index) => index === 0 || !isResult(index, length));
    if (compared.type.kind === 'list')
      throw new FormulaError(
        'wrong_type',
        position,
        'SWITCH compares single values, and this is a list; use ARRAYJOIN() to make a text of it.',
      );
    return convertBranches(compared.parts, (index) => isResult(index, length));
  },
  close([value, ...rest]) {
    const pairs = Math.floor(rest.length / 2);
    const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined;
    return (evaluation) => {
      const wanted = value!(evaluation);
      for (let pair = 0; pair < pairs; pair++) if (rest[2 * pair]!(evaluation) === wanted) return rest[2 * pair + 1]!(evaluation);
      return otherwise?.(evaluation) ?? null;
    };
  },
  compile: switchSql,
};

const ifErrorFunction: LazyFunction = {
  name: 'IFERROR',
  aliases: ['IF_ERROR'],
  parameters: [any, { name: 'otherwise', takes: 'any' }],
  fit: (parts) => convertBranches(parts, () => true),
  close:
    ([value, otherwise]) =>
    (evaluation) => {
      try {
        return value!(evaluation);
      } catch (error) {
        if (error instanceof EvaluationFailure) return otherwise!(evaluation);
        throw error;
      }
    },
  compile: ifErrorSql,
};

const isErrorFunction: LazyFunction = {
  name: 'ISERROR',
  aliases: ['IS_ERROR'],
  parameters: [any],
  fit: (parts) => ({ type: { kind: 'boolean' }, parts }),
  close:
    ([value]) =>
    (evaluation) => {
      try {
        value!(evaluation);
        return false;
      } catch (error) {
        if (error instanceof EvaluationFailure) return true;
        throw error;
      }
    },
  compile: isErrorFunctionSql,
};

const isBlank = (value: Cell): boolean => value === null;

/** Functions of conditions, blanks and errors. */
export const logicalFunctions: readonly FormulaFunction[] = [
  ifFunction,
  switchFunction,
  ifErrorFunction,
  isErrorFunction,
  defineFunction({
    name: 'AND',
    parameters: conditions,
    result: 'boolean',
    evaluate: ([all]) => all.every(Boolean),
    sql: andSql,
  }),
  defineFunction({
    name: 'OR',
    parameters: conditions,
    result: 'boolean',
    evaluate: ([all]) => all.some(Boolean),
    sql: orSql,
  }),
  defineFunction({
    name: 'XOR',
    parameters: conditions,
    result: 'boolean',
    evaluate: ([all]) => all.filter(Boolean).length % 2 === 1,
    sql: xorSql,
  }),
  defineFunction({
    name: 'NOT',
    parameters: [{ name: 'condition', takes: 'boolean' }],
    result: 'boolean',
    evaluate: ([condition]) => !condition,
    sql: notSql,
  }),
  defineFunction({ name: 'BLANK', parameters: [], result: 'blank', evaluate: () => null, sql: blankSql }),
  defineFunction({
    name: 'ISBLANK',
    aliases: ['IS_BLANK'],
    parameters: [any],
    result: 'boolean',
    evaluate: ([value]) => isBlank(value),
    sql: isBlankSql,
  }),
  defineFunction({
    name: 'ERROR',
    parameters: [{ name: 'message', takes: 'text', optional: true }],
    result: 'blank',
    evaluate: ([message]) => fail('error', [...(message ?? '')].slice(0, 250).join('') || undefined),
    sql: authorErrorSql,
  }),
];
