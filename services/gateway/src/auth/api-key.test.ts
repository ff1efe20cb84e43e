import { expect, test } from '@jest/globals';
import { generateKey, hashOfKey, hintOfKey, isWellFormedKey } from './api-key.ts';

test('a generated key has the prefix, 42 base62 characters and a valid checksum', () => {
  for (let n = 0; n < 200; n++) {
    const key = generateKey();
    expect(key).toMatch(/^wks_live_[0-9A-Za-z]{42}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
});

test('a key with one wrong character is not well-formed', () => {
  const key = generateKey();
  for (let at = 0; at < key.length; at++) {
    const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
    expect(isWellFormedKey(typo)).toBe(false);
  }
});

test('a key in another case, truncated, padded or with another prefix is not well-formed', () => {
  const key = generateKey();
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

test('the hint of a key has its first twelve and last four characters', () => {
  const key = generateKey();
  expect(hintOfKey(key)).toBe(`${key.slice(0, 12)}…${key.slice(-4)}`);
});

test('the hash of a key is its SHA-256 in hex', () => {
  expect(hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
