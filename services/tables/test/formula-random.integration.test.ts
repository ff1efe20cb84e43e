import { expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { type FormulaColumn, type Outcome, parseFormula, readOutcome } from '@space/formula';
import { randomRuns } from '@space/runtime/testing';
import fc, { type Arbitrary } from 'fast-check';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Cell } from '../src/schema/schema.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();

/** Returns true if the SQL leaves a row to the evaluator, for example because a searched text is long. */
const isLeftToEvaluator = (outcome: Outcome): boolean => 'error' in outcome && outcome.error.code === 'not_in_sql';

const columns: readonly FormulaColumn[] = [
  { id: 'col_a', key: 'a', value_type: 'number' },
  { id: 'col_b', key: 'b', value_type: 'number' },
  { id: 'col_s', key: 's', value_type: 'text' },
  { id: 'col_t', key: 't', value_type: 'text' },
  { id: 'col_f', key: 'f', value_type: 'boolean' },
  { id: 'col_d', key: 'd', value_type: 'date' },
  { id: 'col_e', key: 'e', value_type: 'datetime' },
  { id: 'col_l', key: 'l', value_type: 'number', list: true },
  { id: 'col_m', key: 'm', value_type: 'list' },
];

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -20, max: 20 }),
  fc.integer(),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.constantFrom(0, -0, 1e150, -1e150, 1.1e150, 1e-150, 1e-151, 5e-324, 0.5, 2.675, 2 ** 53),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((found) => found.replaceAll('\0', '')),
  fc.constantFrom('', ' ', 'a', 'b', 'aab', '12.5', ' 1e3', '😀', 'é', "'", '%', '\\', '\u00a0x'),
);
const time = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const near = fc.date({ min: new Date('2023-12-30T00:00:00Z'), max: new Date('2024-03-02T23:59:59.999Z'), noInvalidDate: true });
const datetime = fc.oneof(time, near).map((at) => at.toISOString());
const date = datetime.map((at) => at.slice(0, 10));
/** Cells of the column type and of others, since a column may have changed its type. */
const cell = (right: Arbitrary<Cell>): Arbitrary<Cell> =>
  fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: stray });
const stray: Arbitrary<Cell> = fc.oneof(
  number,
  text,
  fc.boolean(),
  datetime,
  fc.constantFrom<Cell>('2023-02-29', '2024-13-01', [], {}, { name: 'N' }, { title: '' }, [[]], [null]),
);

const cells: Arbitrary<Record<string, Cell>> = fc.record({
  col_a: cell(number),
  col_b: cell(number),
  col_s: cell(text),
  col_t: cell(text),
  col_f: cell(fc.boolean()),
  col_d: cell(date),
  col_e: cell(datetime),
  col_l: cell(fc.array(number, { maxLength: 4 })),
  col_m: cell(fc.array(fc.oneof(stray, fc.array(stray, { maxLength: 2 })), { maxLength: 4 })),
});

const quoted = (said: string): string => `"${said.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const units = ['milliseconds', 'seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'quarters', 'years'];
type Kinds = 'number' | 'text' | 'boolean' | 'date' | 'list';

/** Expressions of the correct type. */
const {
  number: numbers,
  text: texts,
  boolean: truths,
  date: dates,
  list: lists,
} = fc.letrec<Record<Kinds, string>>((tie) => {
  const call = (template: string): Arbitrary<string> => {
    const holes = [...template.matchAll(/[NTBDLU]\?/g)].map(([hole]) => hole[0]!);
    const kinds = new Map([
      ['N', tie('number')],
      ['T', tie('text')],
      ['B', tie('boolean')],
      ['D', tie('date')],
      ['L', tie('list')],
      ['U', fc.constantFrom(...units).map(quoted)],
    ]);
    return fc.tuple(...holes.map((hole) => kinds.get(hole)!)).map((found) => {
      let next = 0;
      return template.replace(/[NTBDLU]\?/g, () => found[next++]!);
    });
  };
  const calls = (...templates: string[]) => templates.map(call);
  const options = { maxDepth: 4, depthSize: 'small' } as const;
  return {
    number: fc.oneof(
      { ...options, withCrossShrink: true },
      fc.constantFrom('{a}', '{b}'),
      number.filter((value) => Math.abs(value) <= 1e150).map((value) => (Object.is(value, -0) ? '0' : `(${value})`)),
      ...calls('(N? + N?)', '(N? - N?)', '(N? * N?)', '(N? / N?)', '(N? % N?)', '(-N?)', '(N? + B?)', 'SUM(N?, L?, N?)', 'AVERAGE(L?)'),
      ...calls(
        'MIN(N?, N?, L?)',
        'MAX(L?, N?)',
        'ROUND(N?, N?)',
        'ROUNDUP(N?, 2)',
        'ROUNDDOWN(N?, -1)',
        'CEILING(N?, N?)',
        'FLOOR(N?, N?)',
      ),
      ...calls(
        'INT(N?)',
        'ABS(N?)',
        'SQRT(N?)',
        'MOD(N?, N?)',
        'VALUE(T?)',
        'LEN(T?)',
        'FIND(T?, T?, N?)',
        'IF(B?, N?, N?)',
        'IFERROR(N?, N?)',
      ),
      ...calls('SWITCH(T?, T?, N?, T?, N?, N?)', 'SWITCH(N?, N?, N?, N?)', 'COUNT(L?, T?)', 'COUNTA(L?, T?, B?)', 'COUNTALL(L?, N?)'),
      ...calls(
        'YEAR(D?)',
        'MONTH(D?)',
        'DAY(D?)',
        'HOUR(D?)',
        'MINUTE(D?)',
        'SECOND(D?)',
        'WEEKDAY(D?)',
        'WEEKNUM(D?, "Monday")',
        'DATETIME_DIFF(D?, D?, U?)',
      ),
    ),
    text: fc.oneof(
      { ...options, withCrossShrink: true },
      fc.constantFrom('{s}', '{t}'),
      text.map(quoted),
      ...calls(
        '(T? & T?)',
        '(N? & T?)',
        '(B? & D? & L?)',
        'CONCATENATE(T?, N?)',
        'TRIM(T?)',
        'LEFT(T?, N?)',
        'RIGHT(T?, N?)',
        'MID(T?, N?, N?)',
      ),
      ...calls(
        'SUBSTITUTE(T?, T?, T?)',
        'REPLACE(T?, N?, N?, T?)',
        'REPT(T?, N?)',
        'T(T?)',
        'IF(B?, T?, T?)',
        // A bare "" would be blank, and the result a number.
        `IF(B?, N?, 'x' & T?)`,
        'IFERROR(T?, T?)',
      ),
      ...calls('ARRAYJOIN(L?, T?)', 'ARRAYJOIN(L?)', 'DATESTR(D?)', 'TIMESTR(D?)', 'SWITCH(B?, B?, T?)'),
    ),
    boolean: fc.oneof(
      { ...options, withCrossShrink: true },
      fc.constantFrom('{f}', 'TRUE', 'FALSE'),
      ...calls(
        '(N? = N?)',
        '(N? < N?)',
        '(N? >= N?)',
        '(T? = T?)',
        '(T? != T?)',
        '(T? < T?)',
        '(T? > T?)',
        '(D? = D?)',
        '(D? <= D?)',
        '(B? = B?)',
        '(N? != "")',
      ),
      ...calls(
        '(L? = T?)',
        '(L? = BLANK())',
        'AND(B?, N?, T?)',
        'OR(B?, D?, L?)',
        'XOR(B?, B?)',
        'NOT(B?)',
        'ISBLANK(T?)',
        'ISBLANK(N?)',
        'ISERROR(N?)',
      ),
      ...calls('IS_BEFORE(D?, D?)', 'IS_AFTER(D?, D?)', 'IS_SAME(D?, D?, "month")', 'IS_SAME(D?, D?)'),
    ),
    date: fc.oneof(
      { ...options, withCrossShrink: true },
      fc.constantFrom('{d}', '{e}', 'TODAY()', 'NOW()'),
      ...calls('DATEADD(D?, N?, U?)', 'IF(B?, D?, D?)', 'IFERROR(D?, D?)'),
    ),
    list: fc.oneof(
      { ...options, withCrossShrink: true },
      fc.constantFrom('{l}', '{m}'),
      ...calls('ARRAYUNIQUE(L?)', 'ARRAYCOMPACT(L?, N?)', 'ARRAYFLATTEN(L?, L?)'),
    ),
  };
});

test('random formulas evaluate to the same values in Postgres as in Node', async () => {
  let values = 0;
  let errors = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(numbers, texts, truths, dates, lists),
      fc.array(cells, { minLength: 1, maxLength: 6 }),
      async (source, rows) => {
        fc.pre(source.length < 5_000);
        let formula: ReturnType<typeof parseFormula>;
        try {
          formula = parseFormula(source, columns);
        } catch (error) {
          // The templates cannot exclude a list of texts as an argument of numbers.
          if (String(error).includes('a list of')) return fc.pre(false);
          throw error;
        }
        const value = formula.sql((id): FragmentSqlToken => sql.fragment`(h.data -> ${id}::text)`, { now: 0 });
        if (value === null) return fc.pre(false);
        const stored = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, held]) => held !== null)));
        const outcomes = await ports().database.anyFirst(sql.type(z.object({ value: z.unknown() }))`
        select ${value} as value from jsonb_array_elements(${JSON.stringify(stored)}::jsonb) with ordinality as h (data, place) order by place`);
        const worked = stored.map((row) =>
          formula.evaluate((id) => row[id] ?? null, { now: 0, row: { id: 'row_1', created_at: 0, updated_at: 0 } }),
        );
        for (const outcome of worked) 'error' in outcome ? errors++ : values++;
        const compared = outcomes.map(readOutcome).map((outcome, index) => (isLeftToEvaluator(outcome) ? worked[index] : outcome));
        expect(compared).toEqual(worked);
      },
    ),
    { numRuns: randomRuns(300), interruptAfterTimeLimit: 60_000 },
  );
  expect(values).toBeGreaterThan(errors);
});
