import { expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { type FormulaSqlContext, parseFormula, readOutcome } from '@space/formula';
import {
  cells,
  columns,
  dateCases,
  expectedOf,
  type FormulaCase,
  logicCases,
  now,
  numberCases,
  row,
  textCases,
} from '@space/formula/cases';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Cell } from '../src/schema/schema.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();

const cellOf = (id: string): Cell => cells[id] ?? null;
const cellSql = (id: string): FragmentSqlToken => sql.fragment`(h.data -> ${id}::text)`;
const context: FormulaSqlContext = {
  now,
  row: {
    id: sql.fragment`h.id`,
    created_at: sql.fragment`h.created_at`,
    updated_at: sql.fragment`h.updated_at`,
    autonumber: sql.fragment`'42'::jsonb`,
  },
};

/** Evaluates an expression in Postgres for the row of the cases. */
const evaluateInPostgres = (value: FragmentSqlToken) =>
  ports().database.oneFirst(sql.type(z.object({ value: z.unknown() }))`
    select ${value} as value
    from (select ${row.id}::text as id, to_timestamp(${row.created_at}::float8 / 1000) as created_at,
      to_timestamp(${row.updated_at}::float8 / 1000) as updated_at, ${JSON.stringify(cells)}::jsonb as data) as h`);

const cases = [...numberCases, ...textCases, ...logicCases, ...dateCases].map(([source, expected, zone = 'UTC']: FormulaCase) => ({
  source,
  expected,
  formula: parseFormula(source, columns, { timezone: zone }),
}));
const compiled = cases.flatMap(({ source, expected, formula }) => {
  const value = formula.sql(cellSql, context);
  return value === null ? [] : [{ source, expected, formula, value }];
});

test('most cases compile to SQL', () => {
  expect(compiled.length).toBeGreaterThan(350);
});

test.each(compiled)('$source evaluates to the same value in Postgres', async ({ expected, formula, value }) => {
  const outcome = readOutcome(await evaluateInPostgres(value));
  expect(expectedOf(outcome)).toEqual(expected);
  expect(outcome).toEqual(formula.evaluate(cellOf, { now, row }));
});

test.each(['IFERROR(SUBSTITUTE("a", REPT("b", 200), ""), "c")', 'ISERROR(SUBSTITUTE("a", REPT("b", 200), ""))'])(
  '%s leaves a row with a long searched text to the evaluator',
  async (source) => {
    const value = parseFormula(source, columns).sql(cellSql, context)!;
    expect(readOutcome(await evaluateInPostgres(value))).toMatchObject({ error: { code: 'not_in_sql' } });
  },
);

test('Postgres accepts a formula of the maximum depth', async () => {
  const nested = (depth: number, wrap: (inner: string) => string): string => (depth === 0 ? '{n}' : wrap(nested(depth - 1, wrap)));
  for (const wrap of [
    (inner: string) => `ABS(${inner})`,
    (inner: string) => `IF(${inner} > 1, ${inner.length > 30 ? '1' : inner}, ${inner})`,
    (inner: string) => `ROUND(${inner} / 1, 2)`,
    (inner: string) => `DAY(DATEADD("2024-01-31", ${inner}, "months"))`,
  ]) {
    let deepest: { formula: ReturnType<typeof parseFormula>; value: FragmentSqlToken } | undefined;
    for (let depth = 1; depth < 60; depth++) {
      const source = nested(depth, wrap);
      if (source.length > 40_000) break;
      const formula = parseFormula(source, columns);
      const value = formula.sql(cellSql, context);
      if (value === null) break;
      deepest = { formula, value };
    }
    expect(readOutcome(await evaluateInPostgres(deepest!.value))).toEqual(deepest!.formula.evaluate(cellOf, { now, row }));
  }
});

test('Postgres accepts a formula with the maximum number of nodes', async () => {
  const sum = parseFormula(`{n}${' + {n}'.repeat(390)}`, columns);
  expect(readOutcome(await evaluateInPostgres(sum.sql(cellSql, context)!))).toEqual({ value: 391 * 12.5 });
  expect(parseFormula(`{n}${' + {n}'.repeat(500)}`, columns).sql(cellSql, context)).toBeNull();
});

test('formulas that depend on a named time zone, or on row metadata that is not given, have no SQL', () => {
  expect(parseFormula('HOUR({at})', columns, { timezone: 'Europe/Paris' }).sql(cellSql, context)).toBeNull();
  expect(parseFormula('DAY({leap})', columns, { timezone: 'Europe/Paris' }).sql(cellSql, context)).not.toBeNull();
  expect(parseFormula('RECORD_ID()', columns).sql(cellSql, { now })).toBeNull();
});
