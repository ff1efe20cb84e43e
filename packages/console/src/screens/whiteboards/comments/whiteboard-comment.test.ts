import { expect, test } from '@jest/globals';
import { placeOnWhiteboard, placeWords } from './whiteboard-comment.ts';

test('a new comment is about an element, a place or the whole whiteboard', () => {
  const words = (id: string) => (id === 'elm_1' ? 'Sticky note: Ask' : undefined);
  expect(placeOnWhiteboard({ element_id: 'elm_1' }, words)).toEqual({
    fields: { element_id: 'elm_1' },
    about: 'Sticky note: Ask',
    isWhole: false,
  });
  expect(placeOnWhiteboard({ x: 1.4, y: -2.6 }, words).fields).toEqual({ x: 1, y: -3 });
  expect(placeOnWhiteboard(undefined, words)).toMatchObject({ fields: {}, isWhole: true });
});

test('a thread says what is left of its place', () => {
  expect(placeWords({ element_id: 'elm_1', is_element_deleted: true, x: null })).toBe('Its element was deleted.');
  expect(placeWords({ element_id: null, is_element_deleted: false, x: 5 })).toBe('A place on the whiteboard');
  expect(placeWords({ element_id: null, is_element_deleted: false, x: null })).toBe('About the whole whiteboard');
});
