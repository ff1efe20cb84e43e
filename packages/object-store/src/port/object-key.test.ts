import { expect, test } from '@jest/globals';
import { assertKey } from './object-key.ts';

const space = `spc_${'0'.repeat(26)}`;
const sha256 = 'f'.repeat(64);

test.each([
  `s/${space}/${sha256}`,
  `v/${space}/${sha256}/2560-16x9.webp`,
  `v/${space}/${sha256}/640-original.avif`,
  `u/upl_${'0'.repeat(26)}/body`,
])('accepts %s', (key) => {
  expect(() => assertKey(key)).not.toThrow();
});
