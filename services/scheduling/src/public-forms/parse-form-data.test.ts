import { expect, test } from '@jest/globals';
import type { FormField } from '@space/contracts/scheduling';
import { choosePageLocale, defaultLook } from '@space/web';
import { parseFormData, shownAnswers } from './parse-form-data.ts';
import { rankingField } from './ranking-field.ts';

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
  { value: 'z', label: 'Other', other: true },
];
const field = (type: FormField['type'], over: object = {}): FormField => ({ key: 'q', label: 'Q', type, ...over });
const read = (one: FormField, form: Record<string, string | string[]>) => parseFormData([one], form).q;

test.each<[what: string, type: FormField['type'], sent: Record<string, string | string[]>, answer: unknown]>([
  ['a choice', 'radio', { q: 'a', 'q.other': '' }, 'a'],
  ['no choice', 'select', { q: '', 'q.other': '' }, undefined],
  ['what was written for the choice that allows it', 'select', { q: 'z', 'q.other': ' mine ' }, 'mine'],
  ['the choice that allows it, with nothing written', 'radio', { q: 'z', 'q.other': '' }, 'z'],
  ['what was written though nothing was chosen', 'radio', { 'q.other': 'mine' }, 'mine'],
  ['what was written though nothing was chosen in a list', 'select', { q: '', 'q.other': 'mine' }, 'mine'],
  ['the choice, where a text is entered besides another choice', 'radio', { q: 'a', 'q.other': 'mine' }, 'a'],
  ['several choices', 'multi_select', { q: ['a', 'b'] }, ['a', 'b']],
  ['what was written among several', 'multi_select', { q: ['a', 'z'], 'q.other': 'mine' }, ['a', 'mine']],
  ['the text entered besides several', 'multi_select', { q: 'a', 'q.other': 'mine' }, ['a', 'mine']],
  ['none of several', 'multi_select', {}, []],
])('parseFormData reads %s from the body of a form', (_what, type, sent, answer) => {
  expect(read(field(type, { options }), sent)).toEqual(answer);
});

test('parseFormData joins the parts of a question and leaves out empty parts', () => {
  expect(read(field('date_range'), { 'q.start': '2026-01-01', 'q.end': '2026-01-02' })).toEqual({ start: '2026-01-01', end: '2026-01-02' });
  expect(read(field('address'), { 'q.line1': '1 High Street', 'q.line2': '', 'q.city': 'London' })).toEqual({
    line1: '1 High Street',
    city: 'London',
  });
  expect(read(field('address'), { 'q.line1': '', 'q.city': '' })).toBeUndefined();
  expect(read(field('matrix', { options, rows: ['one', 'two'] }), { 'q.1': 'b' })).toEqual({ two: 'b' });
});

test('parseFormData sorts choices by rank and returns an invalid list for equal ranks', () => {
  const ranking = field('ranking', { options: options.slice(0, 2) });
  expect(read(ranking, { 'q.0': '2', 'q.1': '1' })).toEqual(['b', 'a']);
  expect(read(ranking, { 'q.0': '', 'q.1': '' })).toBeUndefined();
  expect(read(ranking, { 'q.0': '1', 'q.1': '1' })).toEqual(['a', 'a']);
});

test.each([[{ 'q.0': '1', 'q.1': '1' }], [{ 'q.0': '2', 'q.1': '' }], [{ 'q.0': '2', 'q.1': '1' }]])(
  'a refused ranking %j is shown again with the chosen ranks',
  (sent) => {
    const ranking = field('ranking', { options: options.slice(0, 2) });
    const { q } = shownAnswers([ranking], sent, parseFormData([ranking], sent));
    const locale = choosePageLocale('en', defaultLook, 'en');
    const page = rankingField({ locale, field: ranking, value: q, error: undefined, required: true, condition_key: 'q' });
    const lists = String(page).split('<select ').slice(1);
    expect(lists.map((list) => /value="(\d)" selected/.exec(list)?.[1] ?? '')).toEqual(Object.values(sent));
  },
);

test('parseFormData ignores unknown fields and properties that all objects have', () => {
  expect(parseFormData([field('short_text')], { constructor: 'x', other: 'y' })).toEqual({});
});
