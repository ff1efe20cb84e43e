import { expect, test } from '@jest/globals';
import { matchCommands } from './palette-match.ts';
import { type KeyPress, readKey, takesText } from './shortcuts.ts';

const run = () => {};
const shortcuts = ['mod+k', '/', '?', 'g t'].map((keys) => ({ keys, label: keys, run }));
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});

/** Presses keys after each other and returns the shortcuts that they complete. */
function type(presses: readonly KeyPress[], hasSingleKeys = true): string[] {
  let state = { first: undefined as string | undefined };
  return presses.flatMap((one) => {
    const read = readKey(shortcuts, one, state, hasSingleKeys);
    state = { first: read.state.first };
    return read.shortcut ? [read.shortcut.keys] : [];
  });
}

test('a key, two keys after each other, and Ctrl or ⌘ with a key complete shortcuts', () => {
  expect(type([press('/'), press('g'), press('t'), press('?')])).toEqual(['/', 'g t', '?']);
  expect(type([press('K', { ctrlKey: true }), press('k', { metaKey: true })])).toEqual(['mod+k', 'mod+k']);
});

test('another key between two ends the first one', () => {
  expect(type([press('g'), press('x'), press('t')])).toEqual([]);
});

test('without single keys only Ctrl and ⌘ count, and composing or Alt never does', () => {
  expect(type([press('/'), press('g'), press('t'), press('k', { ctrlKey: true })], false)).toEqual(['mod+k']);
  expect(type([press('/', { isComposing: true }), press('/', { altKey: true })])).toEqual([]);
});

test('a field takes text, a box to tick does not', () => {
  expect(takesText({ tagName: 'INPUT', isContentEditable: false, type: 'search' })).toBe(true);
  expect(takesText({ tagName: 'INPUT', isContentEditable: false, type: 'checkbox' })).toBe(false);
  expect(takesText({ tagName: 'DIV', isContentEditable: true })).toBe(true);
});

test('the palette finds a command by each of its words, the ones that begin with the text first', () => {
  const commands = ['API keys', 'Create an API key', 'Contacts'].map((label) => ({ label, group: 'Go to', run, also: 'settings' }));
  const found = (text: string) => matchCommands(commands, text).map(({ label }) => label);
  expect(found('api')).toEqual(['API keys', 'Create an API key']);
  expect(found('key create')).toEqual(['Create an API key']);
  expect(found('')).toHaveLength(3);
  expect(found('nothing')).toEqual([]);
});

test('Shift makes another key of one with Ctrl', () => {
  expect(type([press('Z', { ctrlKey: true, shiftKey: true }), press('K', { ctrlKey: true, shiftKey: true })])).toEqual([]);
});
