import { describe, expect, test } from '@jest/globals';
import type { FormField, Quiz } from '@space/contracts/scheduling';
import fc from 'fast-check';
import { compileForm } from '../answers/compile-form.ts';
import { findOutcome, scoreQuiz } from './quiz-result.ts';

const quiz: Quiz = {
  pass_percent: 70,
  show_result: true,
  outcomes: [
    { min_percent: 50, message: 'half' },
    { min_percent: 0, message: 'none' },
    { min_percent: 100, message: 'all' },
  ],
};
const fields: FormField[] = [
  {
    key: 'one',
    label: 'One',
    type: 'radio',
    options: [
      { value: 'a', label: 'A', correct: true },
      { value: 'b', label: 'B' },
    ],
  },
  {
    key: 'many',
    label: 'Many',
    type: 'multi_select',
    options: [
      { value: 'a', label: 'A', score: 2, correct: true },
      { value: 'b', label: 'B', score: 1, correct: true },
      { value: 'c', label: 'C', score: -3 },
    ],
  },
  {
    key: 'extra',
    label: 'Extra',
    type: 'radio',
    visible_if: { field: 'one', op: 'eq', value: 'a' },
    options: [
      { value: 'x', label: 'X', score: 4 },
      { value: 'y', label: 'Y', score: 1 },
    ],
  },
];
const result = (data: Record<string, unknown>) => scoreQuiz(fields, quiz, compileForm(fields).validate(data));

describe('a quiz', () => {
  test.each([
    [{ one: 'a', many: ['a', 'b'], extra: 'x' }, 8, 8, 100, true, { one: true, many: true }],
    [{ one: 'a', many: ['a'], extra: 'y' }, 4, 8, 50, false, { one: true, many: false }],
    [{ one: 'b', many: ['a', 'b'] }, 3, 4, 75, true, { one: false, many: true }],
    [{ one: 'b', many: ['c'] }, -3, 4, 0, false, { one: false, many: false }],
    [{}, 0, 4, 0, false, { one: false, many: false }],
  ])('scores %j with %j of %j', (data, score, max_score, percent, passed, correct) => {
    expect(result(data)).toEqual({ score, max_score, percent, passed, correct });
  });

  test('has the outcome of the highest percentage that was reached', () => {
    const said = (percent: number) => findOutcome(quiz, { score: 0, max_score: 0, percent, passed: false, correct: {} })?.message;
    expect([0, 49.9, 50, 99, 100].map(said)).toEqual(['none', 'none', 'half', 'half', 'all']);
    expect(findOutcome({ ...quiz, outcomes: [] }, result({}))).toBeUndefined();
  });

  test('has a percentage from 0 to 100 for any answers', () => {
    const answers = fc.record(
      { one: fc.constantFrom('a', 'b'), many: fc.subarray(['a', 'b', 'c']), extra: fc.constantFrom('x', 'y') },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(answers, (data) => {
        const { percent, passed, score, max_score } = result(data);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        expect(score).toBeLessThanOrEqual(max_score);
        expect(passed).toBe(percent >= 70);
      }),
    );
  });
});
