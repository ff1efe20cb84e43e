import { expect, test } from '@jest/globals';
import { boardElement } from '../../../../test/fixtures/board-of.ts';
import { comparedWords } from './compared-words.ts';

test('a comparison has one line for each element, with what changed of it', () => {
  const before = boardElement('a', { type: 'sticky', text: 'One' });
  const after = { ...before, text: 'Two', x: 7 };
  expect(comparedWords({ added: [boardElement('b')], updated: [{ before, after }], removed: [before] })).toEqual([
    { key: 'b', sign: 'added', words: 'rectangle' },
    { key: 'a', sign: 'changed', words: 'sticky “Two”: text, place' },
    { key: 'a', sign: 'deleted', words: 'sticky “One”' },
  ]);
});
