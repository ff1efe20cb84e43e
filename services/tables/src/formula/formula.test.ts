import { describe, expect, test } from '@jest/globals';
import type { Cell } from '../schema.ts';
import { dateCases } from './cases/date-cases.ts';
import { shown } from './cases/expect-outcome.ts';
import { logicCases } from './cases/logic-cases.ts';
import { numberCases } from './cases/number-cases.ts';
import { refusals } from './cases/refusals.ts';
import { type Case, cells, columns, now, row } from './cases/row.ts';
import { textCases } from './cases/text-cases.ts';
import { FormulaFault } from './fault.ts';
import { type FormulaColumn, loadFormula, parseFormula, showExpression } from './formula.ts';
import { functions } from './functions.ts';

const cellOf = (id: string): Cell => cells[id] ?? null;
const all = [...numberCases, ...textCases, ...logicCases, ...dateCases].map(
  ([source, expected, zone = 'UTC']: Case) => [source, expected, zone] as const,
);

function faultOf(source: string, among: readonly FormulaColumn[] = columns): FormulaFault {
  try {
    parseFormula(source, among);
  } catch (error) {
    if (error instanceof FormulaFault) return error;
    throw error;
  }
  throw new Error('It is not refused.');
}

test.each(all)('%s comes to %j', (source, expected, zone) => {
  const formula = parseFormula(source, columns, { time_zone: zone });
  expect(shown(formula.evaluate(cellOf, { now, row }))).toEqual(expected);
});

test.each(all)('the stored form of %s comes to the same', (source, expected, zone) => {
  const { stored, value_type } = parseFormula(source, columns, { time_zone: zone });
  const loaded = loadFormula(stored, columns, { time_zone: zone });
  expect(shown(loaded.evaluate(cellOf, { now, row }))).toEqual(expected);
  expect([loaded.value_type, loaded.stored]).toEqual([value_type, stored]);
});

test.each(refusals.map(([source, ...rest]) => [source.length > 60 ? `${source.slice(0, 60)}…` : source, source, ...rest] as const))(
  'the expression %s is refused',
  (_, source, code, position, says) => {
    const fault = faultOf(source);
    expect({ code: fault.code, position: fault.position, message: fault.message }).toEqual({
      code,
      position,
      message: expect.stringContaining(says),
    });
    expect(fault.message).toMatch(/[.?]$/);
  },
);

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
  expect(all.length + refusals.length).toBeGreaterThan(300);
});

describe('what a formula says of itself', () => {
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

  test('a list says what its elements are', () => {
    expect(parseFormula('ARRAYUNIQUE({nums})', columns).element_type).toBe('number');
    expect(parseFormula('ARRAYUNIQUE({nums}, {words})', columns).element_type).toBeUndefined();
  });
});

describe('the stored form', () => {
  const source = '{ n } + m * IF("{n}" = {s}, 1, 2)';
  const { stored } = parseFormula(source, columns);

  test('has ids where the expression has keys, and leaves texts alone', () => {
    expect(stored).toBe('{col_n} + {col_m} * IF("{n}" = {col_s}, 1, 2)');
  });

  test('is shown with the keys of now', () => {
    expect(showExpression(stored, (id) => (id === 'col_n' ? 'new_key' : undefined))).toBe(
      '{new_key} + {col_m} * IF("{n}" = {col_s}, 1, 2)',
    );
  });

  test('names columns by id only', () => {
    expect(() => loadFormula('{n}', columns)).toThrow(FormulaFault);
    expect(() => loadFormula(stored, [])).toThrow(FormulaFault);
  });

  test('follows a column to its new key', () => {
    const renamed = columns.map((column) => (column.id === 'col_n' ? { ...column, key: 'other' } : column));
    expect(loadFormula('{col_n} * 2', renamed).evaluate(cellOf, { now, row })).toEqual({ value: 25 });
  });
});

test('an error of a cell has a sentence, the one of the author when there is one', () => {
  const message = (source: string) => parseFormula(source, columns).evaluate(cellOf, { now, row });
  expect(message('1 / 0')).toEqual({ error: { code: 'div_by_zero', message: 'A number is divided by zero.' } });
  expect(message('ERROR("Too late")')).toEqual({ error: { code: 'error', message: 'Too late' } });
});

test('a fault says what was wanted and what was found', () => {
  expect(faultOf('ROUND({s})')).toMatchObject({ expected: 'a number', actual: 'a text' });
});

test('an evaluation that handles too much text ends early', () => {
  const formula = parseFormula(`LEN("a"${' & REPT("a", 9999)'.repeat(10)})${' + LEN(REPT("a", 100000))'.repeat(300)}`, columns);
  expect(shown(formula.evaluate(cellOf, { now, row }))).toEqual({ error: 'too_slow' });
});

test('a sum of a thousand parts is no deep one', () => {
  const formula = parseFormula(`{n}${' + {n}'.repeat(999)}`, columns);
  expect(formula.evaluate(cellOf, { now, row })).toEqual({ value: 12_500 });
});
