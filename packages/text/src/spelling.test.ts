import { expect, test } from '@jest/globals';
import { correctSpelling } from './spelling.ts';

const words = ['schedule', 'number', 'contact', 'contract', 'list', 'subscription', 'form'];

test.each([
  ['shedule', 'schedule'],
  ['nubmer', 'number'],
  ['contcat', 'contact'],
  ['conttact', 'contact'],
  ['subscribtion', 'subscription'],
  ['subscribtin', 'subscription'],
  ['lits', 'list'],
])('corrects %s to %s', (word, meant) => {
  expect(correctSpelling(word, words)).toBe(meant);
});

test.each(['lst', 'fork', 'umber', 'weather', 'contrition', ''])('leaves %j alone: it is short, or close to no word', (word) => {
  expect(correctSpelling(word, words)).toBeUndefined();
});
