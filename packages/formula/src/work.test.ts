import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FormulaColumn, parseFormula } from './formula.ts';
import { FormulaError } from './syntax/formula-error.ts';
import type { Cell } from './values/cell.ts';
import { codePoints, indexOfCodePoint } from './values/code-points.ts';
import { createSearch, splitAt } from './values/search.ts';

/** Processor time of one evaluation in milliseconds; the limit of work is about 20 ms on a machine that does nothing else. */
const MAX_CPU_MS = 100;

const columns: readonly FormulaColumn[] = [
  { id: 'col_s', key: 's', value_type: 'text' },
  { id: 'col_t', key: 't', value_type: 'text' },
  { id: 'col_n', key: 'n', value_type: 'number' },
  { id: 'col_d', key: 'd', value_type: 'datetime' },
  { id: 'col_l', key: 'l', value_type: 'list' },
  { id: 'col_m', key: 'm', value_type: 'number', list: true },
];

const LONG_NUMBER = (2 / 3) * 1e149;
const cells: Readonly<Record<string, Cell>> = {
  col_s: 'é',
  col_t: '😀'.repeat(50_000),
  col_n: LONG_NUMBER,
  col_d: '2024-03-01T10:11:12.345Z',
  col_l: Array.from({ length: 1_000 }, (_, at) => `${'x'.repeat(95)}${at}`),
  col_m: Array.from({ length: 1_000 }, (_, at) => LONG_NUMBER / (at + 1)),
};

const now = Date.parse('2024-03-01T00:00:00Z');
const row = { id: 'row_1', created_at: now, updated_at: now };

/** Evaluates an expression and returns its outcome and the processor time of one evaluation in milliseconds, the least of three. */
function measure(source: string, zone = 'UTC') {
  const formula = parseFormula(source, columns, { timezone: zone });
  let least = Number.POSITIVE_INFINITY;
  let outcome: unknown;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    outcome = formula.evaluate((id) => cells[id] ?? null, { now, row });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return { outcome, ms: least };
}

const times = (count: number, part: (at: number) => string, between = ' + ') =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);

describe('the worst formulas take a bounded time', () => {
  test.each([
    ['many searches', times(45, () => 'SEARCH("z", REPT({s} & "B", 49999))', ' & ')],
    ['searches for long texts', times(45, () => 'FIND("b" & REPT("a", 50000), REPT("a", 100000))')],
    ['searches for short texts', times(100, () => 'FIND("baaaaaaaaaaaaaaa", {t})')],
    [
      'nested replacements',
      `LEN(${'SUBSTITUTE('.repeat(60)}REPT("ab", 50000)${times(60, (at) => `, "${at % 2 ? 'a' : 'aa'}", "${at % 2 ? 'aa' : 'a'}")`, '')})`,
    ],
    ['replacements of every character', times(60, () => 'LEN(SUBSTITUTE(REPT("a", 50000), "a", "bc"))')],
    ['texts of numbers in lists', times(180, () => 'LEN(ARRAYJOIN({m}, ""))')],
    ['texts of lists', times(180, () => 'LEN({l} & "")')],
    ['long lists', `COUNTA(${'ARRAYFLATTEN('.repeat(50)}${times(800, () => '{l}', ', ')}${')'.repeat(50)})`],
    ['unique elements', times(180, () => 'COUNTA(ARRAYUNIQUE({l}, {m}))')],
    ['repeated texts in branches', times(150, () => 'LEN(IF({n} > 0, REPT({s}, 99999), ""))')],
    ['handled errors', times(150, () => 'IFERROR(SEARCH("z", REPT("é", 99999)), 1)')],
    ['deep nesting', `${'REPT('.repeat(90)}{s}${', 2)'.repeat(90)}`],
    ['letter case', times(150, () => 'LEN(UPPER(LOWER(REPT("ÄΣ", 40000))))')],
    ['comparisons', times(180, () => 'IF({t} & "a" > {t} & "b", 1, 0)')],
    ['many branches', `SWITCH({t}, ${times(480, (at) => `{t} & "a", ${at}`, ', ')})`],
    ['blanks inside a text', times(150, () => 'VALUE("x" & REPT(" ", 99990) & "x")')],
    ['long remainders', times(380, () => 'MOD({n}, 1e-149)')],
    ['formats of dates', times(180, () => `DATETIME_FORMAT({d}, "${'ZW'.repeat(90)}")`, ' & ')],
    ['working days', times(180, () => 'WORKDAY({d}, 90000)', ' & ')],
    ['large patterns', times(150, () => 'IF(REGEX_MATCH(REPT("x", 19999), "(?i)(x.{1,150}[yz])"), 1, 0)')],
    ['patterns of the row', times(150, (at) => `IF(REGEX_MATCH("x", {s} & "(((a{0,9}){0,9}){0,9})${at}"), 1, 0)`)],
    ['replacements by patterns that look ahead', times(150, () => 'LEN(REGEX_REPLACE(REPT("a", 19999), "a.*c|a", ""))')],
    ['replacements by many groups', times(150, () => 'LEN(REGEX_REPLACE(REPT("a", 19999), "(x)?a", REPT("$1", 30000)))')],
  ])('%s', (_, source) => {
    for (const zone of source.includes('{d}') ? ['UTC', 'America/New_York'] : ['UTC'])
      expect(measure(source, zone).ms).toBeLessThan(MAX_CPU_MS);
  });

  test('an evaluation above the limit of work has a reason, and an earlier error stays', () => {
    expect(measure(times(45, () => 'SEARCH("z", REPT({s} & "B", 49999))', ' & ')).outcome).toEqual({
      error: { code: 'too_slow', message: expect.stringContaining('too much work') },
    });
    expect(measure('1 / 0 & REPT("a", 100000)').outcome).toMatchObject({ error: { code: 'div_by_zero' } });
  });

  test('a list that is a result has limits', () => {
    expect(measure(`ARRAYFLATTEN(${times(11, () => '{m}', ', ')})`).outcome).toMatchObject({ error: { code: 'too_long' } });
    expect(measure('ARRAYFLATTEN({l}, {l}, {l})').outcome).toMatchObject({ error: { code: 'too_long' } });
  });

  test('ordinary work on a long text is below the limit', () => {
    const nested = `${'SUBSTITUTE('.repeat(8)}REPT("lorem, ", 10000)${', "o", "0")'.repeat(8)}`;
    expect(measure(`LEN(TRIM(UPPER(${nested})))`).outcome).toEqual({ value: 69_999 });
  });
});

/** Expressions that combine costly functions on long arguments, by type. */
const { text: anyText } = fc.letrec<{ text: string; number: string; list: string }>((tie) => {
  const [text, number, list] = [tie('text'), tie('number'), tie('list')];
  return {
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('{s}', '{t}', '"a"', '"aΣİ"', '"2024-01-02,"', '" "', '{n} & ""'),
      ...['UPPER', 'LOWER', 'TRIM', 'ENCODE_URL_COMPONENT', 'T'].map((name) => text.map((of) => `${name}(${of})`)),
      fc.tuple(text, fc.constantFrom('2', '99', '9999', '50000')).map(([of, count]) => `REPT(${of}, ${count})`),
      fc.tuple(text, number).map(([of, count]) => `LEFT(${of}, ${count})`),
      fc.tuple(text, number).map(([of, count]) => `RIGHT(${of}, ${count})`),
      fc.tuple(text, number, number, text).map(([of, start, count, by]) => `REPLACE(${of}, ${start}, ${count}, ${by})`),
      fc.tuple(text, text, text).map(([of, old, by]) => `SUBSTITUTE(${of}, ${old}, ${by})`),
      fc.tuple(text, text, text).map(([of, pattern, by]) => `REGEX_REPLACE(LEFT(${of}, 20000), ${pattern}, ${by})`),
      fc.tuple(text, text).map(([a, b]) => `(${a} & ${b})`),
      fc.tuple(list, text).map(([of, between]) => `ARRAYJOIN(${of}, ${between})`),
      fc.tuple(text, text).map(([a, b]) => `IFERROR(${a}, ${b})`),
    ),
    number: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('1', '{n}', '50000', '99999'),
      text.map((of) => `LEN(${of})`),
      text.map((of) => `VALUE(${of})`),
      fc.tuple(text, text).map(([wanted, of]) => `FIND(${wanted}, ${of})`),
      fc.tuple(text, text).map(([wanted, of]) => `SEARCH(${wanted}, ${of})`),
      list.map((of) => `COUNTA(${of})`),
      fc.tuple(number, number).map(([a, b]) => `MOD(${a}, ${b})`),
      number.map((of) => `WORKDAY_DIFF({d}, {d}, REPT("2024-01-02,", ${of}))`),
    ),
    list: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('{l}', '{m}'),
      fc.tuple(list, list).map(([a, b]) => `ARRAYUNIQUE(${a}, ${b})`),
      fc.tuple(list, text).map(([a, b]) => `ARRAYFLATTEN(${a}, ${b})`),
    ),
  };
});

test('no random formula of costly functions takes longer than the limit', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 12 }), (parts) => {
      const source = parts.map((part) => `IFERROR(LEN(${part}), 1)`).join(' + ');
      try {
        expect(measure(source).ms).toBeLessThan(MAX_CPU_MS);
      } catch (error) {
        if (!(error instanceof FormulaError)) throw error;
      }
    }),
    { numRuns: 150, interruptAfterTimeLimit: 10_000 },
  );
});

test('searching and splitting by long texts equal the built-in functions', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 20 }), letters, fc.nat(30), (parts, seed, from) => {
      const wanted = `${seed}abaabaaabaaaabbb`;
      const text = parts.join(wanted);
      expect(createSearch(wanted)(text, from)).toBe(text.indexOf(wanted, from));
      expect(splitAt(text, wanted)).toEqual(text.split(wanted));
    }),
  );
});

test('code points are counted as by iteration', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00') });
  fc.assert(
    fc.property(texts, fc.nat(20), (text, position) => {
      expect(codePoints(text)).toBe([...text].length);
      expect(text.slice(indexOfCodePoint(text, position))).toBe([...text].slice(position).join(''));
    }),
  );
});

test('SEARCH lower-cases each code point on its own, so that positions stay valid', () => {
  const points = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => point < 0xd800 || point > 0xdfff);
  const several = points.filter((point) => [...String.fromCodePoint(point).toLowerCase()].length !== 1);
  expect(several.map((point) => String.fromCodePoint(point))).toEqual(['İ']);
  expect(measure('SEARCH("σ", "ΑΣ")').outcome).toEqual({ value: 2 });
  expect(measure('SEARCH("x", "İİX")').outcome).toEqual({ value: 3 });
});
