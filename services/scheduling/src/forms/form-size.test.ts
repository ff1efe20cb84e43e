import { describe, expect, test } from '@jest/globals';
import { type FormField, MAX_FORM_INPUTS, MAX_FORM_PAGE_CHARACTERS } from '@space/contracts/scheduling';
import { plainContext } from '@space/web';
import { compileForm } from '../answers/compile-form.ts';
import { fieldsHtml } from '../public-forms/fields-html.ts';
import { prefillValues } from '../public-forms/prefill.ts';
import { sizeErrors } from './form-size.ts';

const texts = (count: number, text = 'x') => Array.from({ length: count }, (_, at) => `${text}${at}`);
const options = (count: number, text?: string) => texts(count, text).map((value) => ({ value, label: value }));
const field = (type: FormField['type'], more: Partial<FormField> = {}, at = 0): FormField => ({ key: `f${at}`, label: 'x', type, ...more });
const many = (count: number, type: FormField['type'], more: Partial<FormField> = {}) =>
  Array.from({ length: count }, (_, at) => field(type, more, at));
const page = (fields: readonly FormField[]) =>
  fieldsHtml({ context: plainContext('en'), fields, values: prefillValues(fields, {}), errors: [] }).text;

/** Returns the processor time of a call in milliseconds. */
function cpuOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('a form shows a bounded number of inputs', () => {
  const cases: readonly (readonly [string, FormField[], FormField[]])[] = [
    [
      'a matrix',
      [field('matrix', { rows: texts(50), options: options(100) })],
      many(2, 'matrix', { rows: texts(50), options: options(51) }),
    ],
    ['a ranking', [field('ranking', { options: options(70) })], [field('ranking', { options: options(71) })]],
    ['countries', many(20, 'country'), many(21, 'country')],
    ['scales', many(200, 'scale', { validation: { min: 0, max: 20 } }), many(239, 'scale', { validation: { min: 0, max: 20 } })],
  ];
  test.each(cases)('%s', (_, fits, exceeds) => {
    expect(sizeErrors(fits)).toEqual([]);
    expect(sizeErrors(exceeds)).toEqual([
      { path: `fields.${exceeds.length - 1}`, code: 'too_many_inputs', message: expect.stringContaining(`at most ${MAX_FORM_INPUTS}`) },
    ]);
  });
});

test('names the field at which the fields exceed a bound, and counts all of them', () => {
  const fields = many(200, 'matrix', { rows: texts(50), options: options(300) });
  expect(sizeErrors(fields)[0]).toMatchObject({ path: 'fields.0', message: expect.stringContaining('3000000 inputs') });
});

test('limits the text that the page of a form repeats', () => {
  const fields = [field('matrix', { rows: texts(49, `${'"'.repeat(190)}`), options: options(100, `${'"'.repeat(190)}`) })];
  expect(sizeErrors(fields)).toMatchObject([{ path: 'fields.0', code: 'too_large' }]);
});

test.each([
  ['a matrix', [field('matrix', { rows: texts(50, 'a"'.repeat(10)), options: options(50, 'b&'.repeat(10)) })]],
  ['rankings', many(40, 'ranking', { options: options(10, '<b>') })],
  ['addresses', many(15, 'address', { help: 'é"'.repeat(900) })],
  [
    'all kinds of text',
    (['file', 'long_text', 'date_range', 'nps', 'yes_no', 'consent', 'signature'] as const).map((type, at) => field(type, {}, at)),
  ],
])('counts at least the characters of the page of %s', (_, fields) => {
  const shown = page(fields).length;
  expect(shown).toBeGreaterThan(1_000);
  const padded = [...fields, field('statement', { label: 'x'.repeat(MAX_FORM_PAGE_CHARACTERS - shown) }, 999)];
  expect(sizeErrors(padded)).toContainEqual(expect.objectContaining({ code: 'too_large' }));
});

test('limits the questions of all conditions together', () => {
  const condition = { and: Array.from({ length: 20 }, () => ({ field: 'a', op: 'contains' as const, value: 'x' })) };
  expect(sizeErrors(many(50, 'short_text', { visible_if: condition }))).toEqual([]);
  expect(sizeErrors(many(26, 'short_text', { visible_if: condition, required_if: condition }))).toMatchObject([
    { path: 'fields.25', code: 'too_many_questions' },
  ]);
});

test('limits the steps of all patterns together by their size and the longest answer', () => {
  const pattern = '(a|b)*a(a|b){900}c';
  expect(sizeErrors([field('short_text', { validation: { pattern } })])).toEqual([]);
  expect(sizeErrors([field('long_text', { validation: { pattern } })])).toMatchObject([{ path: 'fields.0', code: 'too_costly' }]);
});

test('the most expensive form within the bounds takes little processor time to show and to answer', () => {
  const condition = { and: Array.from({ length: 20 }, () => ({ not: { field: 'f0', op: 'contains' as const, value: 'zz' } })) };
  const matrix = [field('matrix', { rows: texts(50, 'r'), options: options(96) }, 500)];
  const asking = many(50, 'long_text', { visible_if: condition }).map((one, at) => ({ ...one, key: `f${at + 1}` }));
  const first = field('long_text', { validation: { pattern: '(a|b)*a(a|b){320}c' } });
  const fields = [first, ...asking, ...matrix];
  expect(sizeErrors(fields)).toEqual([]);
  const form = compileForm(fields);
  const text = Array.from({ length: 9_990 }, (_, at) => ((at * 7919) % 13 < 6 ? 'a' : 'b')).join('');
  expect(cpuOf(() => page(fields))).toBeLessThan(400);
  expect(cpuOf(() => form.validate({ f0: text }))).toBeLessThan(2_000);
});
