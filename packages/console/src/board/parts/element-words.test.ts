import { expect, test } from '@jest/globals';
import { boardElement, boardOf } from '../../../test/fixtures/board-of.ts';
import { changeWords, elementWords, selectionWords } from './element-words.ts';

const sticky = boardElement('s', { type: 'sticky', text: 'Ask for\nthe address' });
const ellipse = boardElement('e', { type: 'ellipse', is_locked: true });
const connector = boardElement('k', {
  type: 'connector',
  text: 'then',
  from: { element_id: 's', side: 'auto' },
  to: { element_id: 'e', side: 'auto' },
});
const board = boardOf(sticky, ellipse, connector);

test('elements have words with their type, their text and their ends', () => {
  expect(elementWords(sticky, board)).toBe('Sticky note: Ask for the address');
  expect(elementWords(ellipse, board)).toBe('Ellipse, locked');
  expect(elementWords(connector, board)).toBe('Connector: then, from “Ask for the address”, to ellipse');
  expect(elementWords(boardElement('x', { text: 'a'.repeat(90) }), board)).toBe(`Rectangle: ${'a'.repeat(80)}…`);
});

test('a selection is a sentence with the place in the reading order', () => {
  expect(selectionWords([], board, board.list)).toBe('Nothing is selected.');
  expect(selectionWords([sticky, ellipse], board, board.list)).toBe('2 elements are selected.');
  expect(selectionWords([ellipse], board, board.list)).toBe('Ellipse, locked, 2 of 3');
});

test('changes of others are counted', () => {
  expect(changeWords(board, board)).toBeUndefined();
  expect(changeWords(board, boardOf({ ...sticky }, connector, boardElement('n')))).toBe('Elements: 1 added, 1 changed, 1 deleted.');
});
