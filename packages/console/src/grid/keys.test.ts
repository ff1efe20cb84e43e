import { expect, test } from '@jest/globals';
import { commandOf, isOfInputMethod } from './keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test('arrows move, with Shift they extend, with Ctrl or ⌘ they jump', () => {
  expect(press('ArrowDown')).toEqual({ act: 'move', move: 'down', isExtending: false });
  expect(press('ArrowDown', { shiftKey: true })).toEqual({ act: 'move', move: 'down', isExtending: true });
  expect(press('ArrowDown', { ctrlKey: true })).toEqual({ act: 'move', move: 'column_end', isExtending: false });
  expect(press('End', { metaKey: true, shiftKey: true })).toEqual({ act: 'move', move: 'last', isExtending: true });
});

test.each([
  ['Enter', {}, 'edit'],
  ['F2', {}, 'edit'],
  ['Enter', { shiftKey: true }, 'open'],
  [' ', {}, 'tick'],
  [' ', { shiftKey: true }, 'rows'],
  ['Delete', {}, 'clear'],
  ['d', { ctrlKey: true }, 'fill'],
  ['z', { metaKey: true }, 'undo'],
])('%s with %o is %s', (key, held, act) => {
  expect(press(key, held)).toEqual({ act });
});

test('letters, Tab, copy and paste are left to the browser', () => {
  for (const key of ['a', 'Tab', 'é', 'Process']) expect(press(key)).toBeUndefined();
  for (const key of ['c', 'x', 'v', 'f']) expect(press(key, { ctrlKey: true })).toBeUndefined();
});

test('a key of an input method is no command, also the one that ends a composition in Safari', () => {
  expect(isOfInputMethod({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isOfInputMethod({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isOfInputMethod({ isComposing: false, keyCode: 13 })).toBe(false);
});
