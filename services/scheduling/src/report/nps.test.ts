import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { netPromoterScore } from './nps.ts';

const given = (...steps: number[]) => steps.map((step) => ({ value: String(step), count: 1 }));

test.each([
  [given(), { responses: 0, promoters: 0, passives: 0, detractors: 0, score: null }],
  [given(10, 9, 8, 7, 6, 0), { responses: 6, promoters: 2, passives: 2, detractors: 2, score: 0 }],
  [given(9, 10), { responses: 2, promoters: 2, passives: 0, detractors: 0, score: 100 }],
  [given(0), { responses: 1, promoters: 0, passives: 0, detractors: 1, score: -100 }],
  [
    [
      { value: '9', count: 2 },
      { value: '3', count: 1 },
    ],
    { responses: 3, promoters: 2, passives: 0, detractors: 1, score: 33.3 },
  ],
])('netPromoterScore of %j', (answers, score) => {
  expect(netPromoterScore(answers)).toEqual(score);
});

test('netPromoterScore is between -100 and 100, and each answer is a promoter, passive or detractor', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1 }), (steps) => {
      const { responses, promoters, passives, detractors, score } = netPromoterScore(given(...steps));
      expect(promoters + passives + detractors).toBe(responses);
      expect(Math.abs(score!)).toBeLessThanOrEqual(100);
    }),
  );
});
