import { expect, test } from '@jest/globals';
import { answerText, summaryOf } from './answer-text.ts';
import type { FormField, Submission } from './form.ts';
import { shownKeys, stepsOf } from './preview-steps.ts';
import { submissionsCsv } from './submissions-csv.ts';

const field = (type: FormField['type'], more: Partial<FormField> = {}): FormField => ({ key: type, label: type, type, ...more });
const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
];

test.each<[FormField['type'], unknown, string]>([
  ['short_text', 'Hello', 'Hello'],
  ['yes_no', false, 'No'],
  ['select', 'a', 'First'],
  ['select', 'another', 'another'],
  ['multi_select', ['b', 'a'], 'Second, First'],
  ['ranking', ['b', 'a'], 'Second > First'],
  ['matrix', { Taste: 'a', Price: 'b' }, 'Taste: First, Price: Second'],
  ['date_range', { start: '2026-01-01', end: '2026-01-03' }, '2026-01-01 – 2026-01-03'],
  ['address', { line1: 'Main St 1', line2: '', city: 'Bern', country: 'CH' }, 'Main St 1, Bern, CH'],
  ['signature', 'data:image/png;base64,AAAA', 'A drawn signature'],
  ['number', 0, '0'],
  ['email', undefined, ''],
])('an answer to a %s is a text', (type, answer, text) => {
  expect(answerText(field(type, { options }), answer)).toBe(text);
});

test('the summary is the first answer, also of a field that the form has no more', () => {
  expect(summaryOf([field('heading'), field('short_text'), field('email')], { email: 'ada@example.com' })).toBe('ada@example.com');
  expect(summaryOf([], { gone: 'Hello' })).toBe('Hello');
  expect(summaryOf([], {})).toBe('Without an answer');
});

test('CSV has a column for each question, quotes what it must, and runs no formula', () => {
  const submission = { id: 'sub_1', created_at: '2026-01-01', status: 'confirmed', contact_id: null, form_version: 2 };
  const csv = submissionsCsv([field('heading'), field('short_text'), field('number')], [
    { ...submission, data: { short_text: '=HYPERLINK("x"), y', number: -3, old: 'a\nb' } },
  ] as unknown as Submission[]);
  expect(csv).toBe(
    'id,created_at,status,contact_id,form_version,short_text,number,old\r\n' +
      'sub_1,2026-01-01,confirmed,,2,"\'=HYPERLINK(""x""), y",-3,"a\nb"\r\n',
  );
});

test('steps begin at page breaks, or at each question with what stands before it', () => {
  const fields = [field('heading'), field('short_text'), field('page_break'), field('email'), field('hidden'), field('phone')];
  const types = (isOneQuestion: boolean) => stepsOf(fields, isOneQuestion).map((step) => step.map(({ type }) => type));
  expect(types(false)).toEqual([
    ['heading', 'short_text'],
    ['page_break', 'email', 'hidden', 'phone'],
  ]);
  expect(types(true)).toEqual([['heading', 'short_text'], ['page_break', 'email', 'hidden'], ['phone']]);
});

test('a field that depends on a hidden one is hidden, since a hidden answer counts as empty', () => {
  const fields = [
    field('yes_no'),
    field('short_text', { visible_if: { field: 'yes_no', op: 'eq', value: true } }),
    field('email', { visible_if: { field: 'short_text', op: 'is_not_empty' } }),
  ];
  expect([...shownKeys(fields, { yes_no: true, short_text: 'x' })]).toEqual(['yes_no', 'short_text', 'email']);
  expect([...shownKeys(fields, { yes_no: false, short_text: 'x' })]).toEqual(['yes_no']);
});
