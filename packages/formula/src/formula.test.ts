import { describe, expect, test } from '@jest/globals';
import { cells, columns, type FormulaCase, now, row } from './cases/case.ts';
import { dateCases } from './cases/date-cases.ts';
import { expectedOf } from './cases/expected-outcome.ts';
import { invalidExpressions } from './cases/invalid-expressions.ts';
import { logicCases } from './cases/logic-cases.ts';
import { numberCases } from './cases/number-cases.ts';
import { textCases } from './cases/text-cases.ts';
import { type FormulaColumn, loadFormula, parseFormula, showExpression } from './formula.ts';
import { functions } from './functions/functions.ts';
import { FormulaError } from './syntax/formula-error.ts';
import type { Cell } from './values/cell.ts';

const cellOf = (id: string): Cell => cells[id] ?? null;
const all = [...numberCases, ...textCases, ...logicCases, ...dateCases].map(
  ([source, expected, zone = 'UTC']: FormulaCase) => [source, expected, zone] as const,
);

function errorOf(source: string, among: readonly FormulaColumn[] = columns): FormulaError {
  try {
    parseFormula(source, among);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error('The expression is valid.');
}

test.each(all)('%s evaluates to %j', (source, expected, zone) => {
  const formula = parseFormula(source, columns, { timezone: zone });
  expect(expectedOf(formula.evaluate(cellOf, { now, row }))).toEqual(expected);
});

test.each(all)('the stored form of %s evaluates to the same', (source, expected, zone) => {
  const { stored, value_type } = parseFormula(source, columns, { timezone: zone });
  const loaded = loadFormula(stored, columns, { timezone: zone });
  expect(expectedOf(loaded.evaluate(cellOf, { now, row }))).toEqual(expected);
  expect([loaded.value_type, loaded.stored]).toEqual([value_type, stored]);
});

test.each(
  invalidExpressions.map(([source, ...rest]) => [source.length > 60 ? `${source.slice(0, 60)}…` : source, source, ...rest] as const),
)('rejects the expression %s', (_, source, code, position, says) => {
  const error = errorOf(source);
  expect({ code: error.code, position: error.position, message: error.message }).toEqual({
    code,
    position,
    message: expect.stringContaining(says),
  });
  expect(error.message).toMatch(/[.?]$/);
});

test('every function has a case', () => {
  const sources = all.map(([source]) => source.toUpperCase()).join('\n');
  const untested = functions.filter(({ name, aliases = [] }) => ![name, ...aliases].some((each: string) => sources.includes(`${each}(`)));
  expect(untested.map(({ name }) => name)).toEqual([]);
});

test('no two functions share a name or an alias', () => {
  const names = functions.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.length).toBe(new Set(names).size);
});

test('there are more than 300 cases', () => {
  expect(all.length + invalidExpressions.length).toBeGreaterThan(300);
});

describe('the description of a formula', () => {
  test.each([
    ['{n} + {m} + {n}', 'number', ['col_n', 'col_m'], false],
    ['IF({yes}, {s}, "")', 'text', ['col_yes', 'col_s'], false],
    ['{leap}', 'date', ['col_leap'], false],
    ['DATEADD({leap}, 1, "hours")', 'datetime', ['col_leap'], false],
    ['{n} > 1', 'boolean', ['col_n'], false],
    ['{words}', 'list', ['col_words'], false],
    ['BLANK()', 'text', [], false],
    ['TODAY()', 'date', [], true],
    ['IF({yes}, YEAR(NOW()), 0)', 'number', ['col_yes'], true],
  ])('%s is %s and reads %j', (source, value_type, reads, is_volatile) => {
    expect(parseFormula(source, columns)).toMatchObject({ value_type, reads, is_volatile });
  });

  test('a list formula has the type of its elements, if they share one', () => {
    expect(parseFormula('ARRAYUNIQUE({nums})', columns).element_type).toBe('number');
    expect(parseFormula('ARRAYUNIQUE({nums}, {words})', columns).element_type).toBeUndefined();
  });
});

describe('the stored form of a formula', () => {
  const source = '{ n } + m * IF("{n}" = {s}, 1, 2)';
  const { stored } = parseFormula(source, columns);

  test('has ids in place of keys and leaves texts unchanged', () => {
    expect(stored).toBe('{col_n} + {col_m} * IF("{n}" = {col_s}, 1, 2)');
  });

  test('is shown with the current keys', () => {
    expect(showExpression(stored, (id) => (id === 'col_n' ? 'new_key' : undefined))).toBe(
      '{new_key} + {col_m} * IF("{n}" = {col_s}, 1, 2)',
    );
  });

  test('accepts column ids only', () => {
    expect(() => loadFormula('{n}', columns)).toThrow(FormulaError);
    expect(() => loadFormula(stored, [])).toThrow(FormulaError);
  });

  test('works after a column got a new key', () => {
    const renamed = columns.map((column) => (column.id === 'col_n' ? { ...column, key: 'other' } : column));
    expect(loadFormula('{col_n} * 2', renamed).evaluate(cellOf, { now, row })).toEqual({ value: 25 });
  });
});

test('a cell error has a default message or the message that the author wrote', () => {
  const message = (source: string) => parseFormula(source, columns).evaluate(cellOf, { now, row });
  expect(message('1 / 0')).toEqual({ error: { code: 'div_by_zero', message: 'A number is divided by zero.' } });
  expect(message('ERROR("Too late")')).toEqual({ error: { code: 'error', message: 'Too late' } });
});

test('a type error has the expected and the actual type', () => {
  expect(errorOf('ROUND({s})')).toMatchObject({ expected: 'a number', actual: 'a text' });
});

test('an evaluation that processes too much text fails', () => {
  const formula = parseFormula(`LEN("a"${' & REPT("a", 9999)'.repeat(10)})${' + LEN(REPT("a", 100000))'.repeat(300)}`, columns);
  expect(expectedOf(formula.evaluate(cellOf, { now, row }))).toEqual({ error: 'too_slow' });
});

test('a sum of a thousand parts is not too deep', () => {
  const formula = parseFormula(`{n}${' + {n}'.repeat(999)}`, columns);
  expect(formula.evaluate(cellOf, { now, row })).toEqual({ value: 12_500 });
});
