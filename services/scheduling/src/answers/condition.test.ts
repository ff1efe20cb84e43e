import { describe, expect, test } from '@jest/globals';
import { conditionSize, type FormCondition, fieldsInCondition, formConditionOps, holds } from '@space/contracts/scheduling';
import fc from 'fast-check';
import { compileForm } from './compile-form.ts';

const rows: readonly (readonly [answer: unknown, op: (typeof formConditionOps)[number], value: string | number | boolean, is: boolean])[] =
  [
    ['Yes', 'eq', 'yes', true],
    [true, 'eq', true, true],
    ['true', 'eq', true, true],
    [['a'], 'eq', 'a', true],
    [['a', 'b'], 'eq', 'a', false],
    [undefined, 'eq', 'a', false],
    [undefined, 'neq', 'a', true],
    ['a', 'neq', 'a', false],
    [['a', 'b'], 'contains', 'B', true],
    ['Support', 'contains', 'port', true],
    [undefined, 'contains', '', false],
    [['a'], 'not_contains', 'b', true],
    [10, 'gt', 9, true],
    ['10', 'gt', 9, true],
    ['10', 'gt', '9', false],
    ['2026-03-31', 'gt', '2026-03-30', true],
    ['09:00', 'lt', '10:00', true],
    [9, 'gte', 9, true],
    [9, 'lte', 8, false],
    [undefined, 'lt', 5, false],
    ['many', 'gt', 1, false],
    [['a'], 'gt', 1, false],
  ];

test.each(rows)('the condition %j %s %j is %j', (answer, op, value, is) => {
  expect(holds({ field: 'q', op, value }, answer === undefined ? {} : { q: answer })).toBe(is);
});

test.each([[undefined], [null], [''], [[]]])('the answer %j is empty', (answer) => {
  expect([holds({ field: 'q', op: 'is_empty' }, { q: answer }), holds({ field: 'q', op: 'is_not_empty' }, { q: answer })]).toEqual([
    true,
    false,
  ]);
});

test('a property that all objects have is not an answer', () => {
  expect(holds({ field: 'constructor', op: 'is_empty' }, {})).toBe(true);
});

test('an answer is lowered once for all questions about it', () => {
  let times = 0;
  const answer = {
    toString() {
      times += 1;
      return 'X';
    },
  };
  const questions = ['a', 'b', 'x'].map((value) => ({ field: 'q', op: 'eq' as const, value }));
  expect(holds({ or: [{ and: questions }, { not: { or: questions } }, ...questions] }, { q: answer })).toBe(true);
  expect(times).toBe(1);
});

const KEYS = ['a', 'b', 'c'];
const leaf = fc.record({
  field: fc.constantFrom(...KEYS),
  op: fc.constantFrom(...formConditionOps),
  value: fc.oneof(fc.integer(), fc.constantFrom('x', 'y')),
});
const condition = fc.letrec<{ tree: FormCondition }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('tree') }),
  ),
})).tree;
const answers = fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(fc.integer(), fc.constantFrom('x', 'y', ''), fc.subarray(['x', 'y'])));

describe('any condition with any answers', () => {
  test('is the opposite of its negation', () => {
    fc.assert(fc.property(condition, answers, (one, given) => holds({ not: one }, given) === !holds(one, given)));
  });

  test('follows De Morgan: both of two hold when neither negation holds', () => {
    fc.assert(
      fc.property(condition, condition, answers, (one, other, given) => {
        expect(holds({ and: [one, other] }, given)).toBe(!holds({ or: [{ not: one }, { not: other }] }, given));
      }),
    );
  });

  test('refers to at least one field, and only to its own fields', () => {
    fc.assert(
      fc.property(condition, (one) => {
        expect(fieldsInCondition(one)).toHaveLength(conditionSize(one).questions);
        expect(KEYS).toEqual(expect.arrayContaining([...new Set(fieldsInCondition(one))]));
      }),
    );
  });

  test('removes the answer of a field that it hides and requires the answer of a field that it shows', () => {
    fc.assert(
      fc.property(condition, answers, fc.boolean(), (one, given, answered) => {
        const form = compileForm([
          ...KEYS.map((key) => ({ key, label: key, type: 'hidden' as const })),
          { key: 'extra', label: 'Extra', type: 'short_text', required: true, visible_if: one },
        ]);
        const data = { ...texts(given), ...(answered && { extra: 'here' }) };
        const { answers: stored, errors } = form.validate(data);
        const isShown = holds(one, texts(given));
        expect(stored.extra).toBe(isShown && answered ? 'here' : undefined);
        expect(errors.map(({ path }) => path)).toEqual(isShown && !answered ? ['extra'] : []);
      }),
    );
  });
});

/** Returns answers as text fields store them. */
const texts = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([key, value]) => [key, String(value)])
      .filter(([, value]) => value !== ''),
  );

test('the browser runs the same text of the condition check, which needs nothing around it', () => {
  const alone = new Function(`${holds.toString()}; return holds;`)() as typeof holds;
  fc.assert(fc.property(condition, answers, (one, given) => alone(one, given) === holds(one, given)));
});
