import { expect, test } from '@jest/globals';
import { hashOfSecret, secretToken } from './secret-token.ts';

const access = secretToken('wks_access_');
const refresh = secretToken('wks_refresh_');

test('a secret is well formed for its own kind only, and not after a typo', () => {
  const token = access.generate();
  expect(access.isWellFormed(token)).toBe(true);
  expect(refresh.isWellFormed(token)).toBe(false);
  expect(access.isWellFormed(`${token}0`)).toBe(false);
  const typo = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21);
  expect(access.isWellFormed(typo)).toBe(false);
});

test('no two secrets are equal, and a hash has 64 hex digits', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, access.generate));
  expect(tokens.size).toBe(1_000);
  expect(hashOfSecret([...tokens][0]!)).toMatch(/^[0-9a-f]{64}$/);
});
