import { describe, expect, test } from '@jest/globals';
import { type AnswerType, answerTypes, type FormField } from '@space/contracts/scheduling';
import { compileForm } from './compile-form.ts';

const options = [{ value: 'a' }, { value: 'b' }, { value: 'c' }].map(({ value }) => ({ value, label: value.toUpperCase() }));
const field = (type: AnswerType, over: object = {}): FormField => ({
  key: 'q',
  label: 'Question',
  type,
  ...(['select', 'multi_select', 'radio', 'ranking', 'matrix'].includes(type) && { options }),
  ...(type === 'matrix' && { rows: ['one', 'two'] }),
  ...over,
});
const validate = (one: FormField, value: unknown) => compileForm([one]).validate({ q: value });

/** Accepted values by type, with the answer that is stored. */
const taken: Readonly<Record<AnswerType, readonly (readonly [given: unknown, stored: unknown, over?: object])[]>> = {
  short_text: [
    ['  Ada ', 'Ada'],
    ['é', 'é'],
    ['constructor', 'constructor'],
  ],
  long_text: [['one\r\ntwo\rthree', 'one\ntwo\nthree']],
  email: [
    [' Ada@Example.COM ', 'ada@example.com'],
    ['a+b@sub.example.co.uk', 'a+b@sub.example.co.uk'],
  ],
  phone: [
    ['+44 20 7946 0000', '+442079460000'],
    ['020 7946 0000', '+442079460000', { validation: { region: 'GB' } }],
  ],
  url: [
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['example.com/x', 'https://example.com/x'],
  ],
  number: [
    [3, 3],
    ['3.50', 3.5],
    ['-7', -7],
    [0, 0],
    ['0', 0],
    ['-0', 0],
    [5, 5, { validation: { min: 5, max: 5 } }],
    [0, 0, { validation: { max: 0 } }],
  ],
  currency: [
    ['19.99', 19.99],
    [1000, 1000, { validation: { currency: 'JPY' } }],
    ['1.234', 1.234, { validation: { currency: 'KWD' } }],
  ],
  select: [
    ['b', 'b'],
    ['elsewhere', 'elsewhere', { options: [...options, { value: 'z', label: 'Other', other: true }] }],
  ],
  multi_select: [
    [
      ['c', 'a', 'c'],
      ['c', 'a'],
    ],
    ['a', ['a']],
    [['a', 'b'], ['a', 'b'], { validation: { min_selections: 2, max_selections: 2 } }],
  ],
  radio: [['a', 'a']],
  checkbox: [
    [true, true],
    ['on', true],
    [false, undefined],
  ],
  yes_no: [
    ['yes', true],
    ['false', false],
    [false, false],
  ],
  date: [
    ['2024-02-29', '2024-02-29'],
    ['2026-03-31', '2026-03-31', { validation: { min_date: '2026-03-31', max_date: '2026-03-31' } }],
  ],
  time: [
    ['23:59', '23:59'],
    ['08:05:00', '08:05'],
  ],
  datetime: [
    ['2026-03-31T14:30', '2026-03-31T14:30'],
    ['2026-03-31T14:30:00+02:00', '2026-03-31T12:30:00.000Z'],
  ],
  date_range: [
    [
      { start: '2026-01-01', end: '2026-01-01' },
      { start: '2026-01-01', end: '2026-01-01' },
    ],
  ],
  rating: [
    [5, 5],
    ['1', 1],
    [10, 10, { validation: { max: 10 } }],
  ],
  scale: [
    ['10', 10],
    [0, 0, { validation: { min: 0, max: 4 } }],
  ],
  nps: [
    [0, 0],
    ['0', 0],
    [10, 10],
  ],
  matrix: [
    [
      { one: 'a', two: 'b' },
      { one: 'a', two: 'b' },
    ],
    [{ one: 'a', two: '' }, { one: 'a' }],
  ],
  ranking: [
    [
      ['c', 'a', 'b'],
      ['c', 'a', 'b'],
    ],
  ],
  file: [
    ['fil_1', ['fil_1']],
    [['fil_1', 'fil_2'], ['fil_1', 'fil_2'], { validation: { max_selections: 2 } }],
  ],
  signature: [
    ['Ada Lovelace', 'Ada Lovelace'],
    ['data:image/png;base64,iVBORw0KGgoAAA==', 'data:image/png;base64,iVBORw0KGgoAAA=='],
  ],
  address: [
    [
      { line1: ' 1 High Street', city: 'London', country: 'gb', line2: '' },
      { line1: '1 High Street', city: 'London', country: 'GB' },
    ],
  ],
  full_name: [['Ada King Lovelace', 'Ada King Lovelace']],
  country: [['fr', 'FR']],
  consent: [['true', true]],
  hidden: [['newsletter', 'newsletter']],
};

/** Rejected values by type, with the code of the error. */
const refused: Readonly<Record<AnswerType, readonly (readonly [given: unknown, code: string, over?: object])[]>> = {
  short_text: [
    [7, 'wrong_type'],
    ['two\nlines', 'wrong_format'],
    ['x'.repeat(501), 'too_long'],
    ['ab', 'too_short', { validation: { min_length: 3 } }],
    ['AB', 'wrong_format', { validation: { pattern: '^[a-z]+$' } }],
  ],
  long_text: [
    ['x'.repeat(10_001), 'too_long'],
    ['bell\u0007', 'wrong_format'],
  ],
  email: [
    ['ada', 'wrong_format'],
    ['ada@example', 'wrong_format'],
    [`${'a'.repeat(250)}@example.com`, 'wrong_format'],
    [{}, 'wrong_format'],
  ],
  phone: [
    ['020 7946 0000', 'wrong_format'],
    ['+44', 'wrong_format'],
    ['call me', 'wrong_format'],
    ['+'.repeat(100), 'wrong_format'],
  ],
  url: [
    ['javascript:alert(1)', 'wrong_format'],
    ['java\nscript:alert(1)', 'wrong_format'],
    ['data:text/html,x', 'wrong_format'],
    ['ftp://example.com', 'wrong_format'],
    ['https:\\\\example.com', 'wrong_format'],
    ['https://', 'wrong_format'],
  ],
  number: [
    ['ten', 'wrong_type'],
    ['1e400', 'wrong_type'],
    [[3], 'wrong_type'],
    [10.9, 'too_large', { validation: { max: 10 } }],
    [-1, 'too_small', { validation: { min: 0 } }],
    [1.5, 'too_precise', { validation: { integer: true } }],
  ],
  currency: [
    ['1.999', 'too_precise'],
    [1.5, 'too_precise', { validation: { currency: 'JPY' } }],
  ],
  select: [
    ['d', 'not_a_choice'],
    [['a'], 'not_a_choice'],
    ['__proto__', 'not_a_choice'],
  ],
  multi_select: [
    [['a', 'd'], 'not_a_choice'],
    [['a'], 'too_few', { validation: { min_selections: 2 } }],
    [['a', 'b'], 'too_many', { validation: { max_selections: 1 } }],
    [Array(1_000).fill('a'), 'too_many'],
  ],
  radio: [[1, 'not_a_choice']],
  checkbox: [['maybe', 'wrong_type']],
  yes_no: [['maybe', 'wrong_type']],
  date: [
    ['2026-02-29', 'wrong_type'],
    ['31.03.2026', 'wrong_type'],
    ['0000-01-01', 'wrong_type'],
    ['2026-01-01', 'too_early', { validation: { min_date: '2026-01-02' } }],
    ['2026-01-03', 'too_late', { validation: { max_date: '2026-01-02' } }],
  ],
  time: [
    ['24:00', 'wrong_type'],
    ['8:05', 'wrong_type'],
  ],
  datetime: [
    ['2026-03-31', 'wrong_type'],
    ['2026-03-31T25:00', 'wrong_type'],
    ['2026-03-31T14:30:00+2', 'wrong_type'],
  ],
  date_range: [
    [{ start: '2026-01-02', end: '2026-01-01' }, 'backwards'],
    [{ start: '2026-01-02' }, 'wrong_type'],
    [['2026-01-01'], 'wrong_type'],
  ],
  rating: [
    [6, 'too_large'],
    [0, 'too_small'],
    [2.5, 'too_precise'],
  ],
  scale: [[11, 'too_large']],
  nps: [
    [11, 'too_large'],
    [-1, 'too_small'],
    [9.5, 'too_precise'],
  ],
  matrix: [
    [{ three: 'a' }, 'not_a_choice'],
    [{ one: 'd' }, 'not_a_choice'],
    [{ one: 'a' }, 'incomplete', { required: true }],
  ],
  ranking: [
    [['a', 'b'], 'incomplete'],
    [['a', 'b', 'b'], 'incomplete'],
    ['a', 'wrong_type'],
  ],
  file: [
    [['fil_1', 'fil_2'], 'too_many'],
    [{ file_id: 'fil_1' }, 'wrong_type'],
  ],
  signature: [
    ['data:image/svg+xml;base64,AAAA', 'wrong_format'],
    ['data:image/png;base64,AAAA', 'wrong_format'],
  ],
  address: [
    [{ line1: '1 High Street' }, 'incomplete'],
    [{ street: 'x' }, 'wrong_type'],
    [{ line1: '1', city: 'x', country: 'Nowhere' }, 'wrong_format'],
  ],
  full_name: [['x'.repeat(201), 'too_long']],
  country: [
    ['XX', 'wrong_type'],
    ['France', 'wrong_type'],
  ],
  consent: [[7, 'wrong_type']],
  hidden: [['x'.repeat(501), 'too_long']],
};

describe.each(answerTypes)('the type %s', (type) => {
  test('stores an answer in one form for each of its spellings', () => {
    for (const [given, stored, over] of taken[type]) {
      const { answers, errors } = validate(field(type, over), given);
      expect([given, errors, answers.q]).toEqual([given, [], stored]);
    }
  });

  test('accepts a stored answer and stores it unchanged', () => {
    for (const [, stored, over] of taken[type]) expect(validate(field(type, over), stored).answers.q).toEqual(stored);
  });

  test('rejects an invalid answer with a code', () => {
    for (const [given, code, over] of refused[type]) {
      const { answers, errors } = validate(field(type, over), given);
      expect([given, errors.map((error) => error.code), Object.keys(answers)]).toEqual([given, [code], []]);
    }
  });

  test('may be left out unless it is required; missing, null and empty are the same', () => {
    for (const empty of [undefined, null, '']) {
      expect(validate(field(type), empty)).toMatchObject({ answers: {}, errors: [] });
      expect(validate(field(type, { required: true }), empty).errors).toMatchObject([{ path: 'q', code: 'required' }]);
    }
  });
});
