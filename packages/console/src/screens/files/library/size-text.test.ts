import { expect, test } from '@jest/globals';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 KB'],
  [1_536, '1.5 KB'],
  [300_000, '293 KB'],
  [1_048_575, '1 MB'],
  [2 * 1_073_741_824, '2 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
