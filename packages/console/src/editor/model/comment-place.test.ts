import { expect, test } from '@jest/globals';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import { nodeOf, type ShortNode } from '../../../test/fixtures/document-of.ts';
import { placeOfSelection, rangeOfPlace } from './comment-place.ts';
import { uniqueQuote } from './unique-quote.ts';

const block = (id: string, ...rest: string[]): ShortNode => ['paragraph', { id }, ...rest];
const doc = nodeOf([
  'doc',
  block('blk_1', 'We launch in May'),
  ['blockquote', { id: 'blk_2' }, ['paragraph', 'We wait'], ['paragraph', 'We launch late']],
  ['horizontalRule', { id: 'blk_3' }],
]);

/** Returns the place of the selection from a text to another one. */
function placeOf(from: string, to = from) {
  const at = (text: string): number => {
    let found = -1;
    doc.descendants((node, position) => {
      if (found < 0 && node.isText && node.text!.includes(text)) found = position + node.text!.indexOf(text);
    });
    return found;
  };
  return placeOfSelection({ doc, selection: TextSelection.create(doc, at(from), at(to) + to.length) });
}

test('a selected text is a quote of its block, and one over several blocks is the part in the first of them', () => {
  expect(placeOf('in May')).toEqual({ block_id: 'blk_1', quote: 'in May', words: 'We launch in May' });
  expect(placeOf('in May', 'We wait').quote).toBe('in May');
  expect(placeOf('We wait')).toMatchObject({ block_id: 'blk_2', quote: 'We wait' });
});

test('without a selected text the place is the block at the cursor, or the selected one', () => {
  const cursor = TextSelection.create(doc, 4);
  expect(placeOfSelection({ doc, selection: cursor })).toEqual({ block_id: 'blk_1', quote: undefined, words: 'We launch in May' });
  const rule = NodeSelection.create(doc, doc.content.size - 1);
  expect(placeOfSelection({ doc, selection: rule })).toMatchObject({ block_id: 'blk_3', quote: undefined });
  const fresh = nodeOf(['doc', ['paragraph', 'Not stored yet']]);
  const selection = TextSelection.create(fresh, 1, 4);
  expect(placeOfSelection({ doc: fresh, selection })).toMatchObject({ block_id: undefined, quote: 'Not' });
});

test('a quote that is there several times gets the words around it, and one that stays so has no quote', () => {
  const lines = ['we see and we go', 'and more'];
  expect(uniqueQuote(lines, 0, 10, 13)).toBe('and we go');
  expect(uniqueQuote(lines, 0, 6, 11)).toBe('see and we');
  expect(uniqueQuote(['same', 'same'], 1, 0, 4)).toBeUndefined();
  expect(uniqueQuote(lines, 0, 6, 7)).toBeUndefined();
});

test('a quote has no picture in it, no blank end and at most 1,000 characters', () => {
  expect(uniqueQuote(['one \ufffc two'], 0, 0, 9)).toBe('one');
  expect(uniqueQuote(['one \ufffc two'], 0, 3, 9)).toBe('two');
  const long = Array.from({ length: 600 }, (_, n) => String(n)).join(' ');
  expect(uniqueQuote([long], 0, 0, long.length)!.length).toBeLessThanOrEqual(1_000);
});

test('a place is found again: its quote, or its block without it', () => {
  const textOf = (place: { block_id: string | null; quote: string | null }) => {
    const range = rangeOfPlace(doc, place);
    return range && doc.textBetween(range.from, range.to, '|');
  };
  expect(textOf({ block_id: 'blk_1', quote: 'in May' })).toBe('in May');
  expect(textOf({ block_id: 'blk_2', quote: 'launch late' })).toBe('launch late');
  expect(textOf({ block_id: 'blk_2', quote: 'in May' })).toBe('We wait|We launch late');
  expect(textOf({ block_id: 'blk_2', quote: null })).toBe('We wait|We launch late');
  expect(rangeOfPlace(doc, { block_id: 'blk_9', quote: 'in May' })).toBeUndefined();
  expect(rangeOfPlace(doc, { block_id: null, quote: null })).toBeUndefined();
});
