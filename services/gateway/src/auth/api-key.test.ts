import { expect, test } from '@jest/globals';
import { hashOfKey, hintOfKey, isWellFormedKey, newKey } from './key-format.ts';

test('a new key has the prefix, 42 base62 characters and a checksum that fits', () => {
  for (let n = 0; n < 200; n++) {
    const key = newKey();
    expect(key).toMatch(/^wks_live_[0-9A-Za-z]{42}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
});

test('every single mistyped character is noticed', () => {
  const key = newKey();
  for (let at = 0; at < key.length; at++) {
    const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
    expect(isWellFormedKey(typo)).toBe(false);
  }
});

test('a key in another case, cut off, padded or of another kind is refused', () => {
  const key = newKey();
  for (const text of [
    key.toUpperCase(),
    key.toLowerCase(),
    key.slice(0, -1),
    `${key} `,
    ` ${key}`,
    `${key}0`,
    key.replace('live', 'test'),
    '',
    'wks_live_',
    'é'.repeat(51),
    'x'.repeat(1_000_000),
  ])
    expect(isWellFormedKey(text)).toBe(false);
});

test('the hint shows the first twelve and the last four characters', () => {
  const key = newKey();
  expect(hintOfKey(key)).toBe(`${key.slice(0, 12)}…${key.slice(-4)}`);
});

test('a key is kept as its SHA-256', () => {
  expect(hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
