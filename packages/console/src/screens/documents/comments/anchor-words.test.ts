import { expect, test } from '@jest/globals';
import { anchorWords } from './anchor-words.ts';
import { placeInDocument } from './document-comment.ts';

test('a thread says what is left of its place', () => {
  expect(anchorWords({ anchor: 'text', quote: 'in May' })).toBeUndefined();
  expect(anchorWords({ anchor: 'block', quote: null })).toBeUndefined();
  expect(anchorWords({ anchor: null, quote: null })).toBeUndefined();
  expect(anchorWords({ anchor: 'block', quote: 'in May' })).toBe('This text was deleted. Its block is still there.');
  expect(anchorWords({ anchor: 'gone', quote: 'in May' })).toBe('This text was deleted with its block.');
  expect(anchorWords({ anchor: 'gone', quote: null })).toBe('Its block was deleted.');
});

test('a new comment is about a quote, a block or the whole document', () => {
  expect(placeInDocument({ block_id: 'b', quote: 'in May', words: '' })).toEqual({
    fields: { block_id: 'b', quote: 'in May' },
    about: 'in May',
    isQuote: true,
    isWhole: false,
  });
  expect(placeInDocument({ block_id: 'b', quote: undefined, words: 'We launch' }).about).toBe('About the block “We launch”');
  expect(placeInDocument({ block_id: undefined, quote: undefined, words: '' }).isWhole).toBe(true);
});
