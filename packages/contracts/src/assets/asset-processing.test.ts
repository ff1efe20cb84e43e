import { expect, test } from '@jest/globals';
import { textBytesOf, worksOf } from './asset-processing.ts';
import { MAX_ASSET_TEXT_BYTES, MAX_TEXT_SOURCE_BYTES } from './limits.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
  ['application/pdf', 1_000, 1_000],
  [WORD, MAX_TEXT_SOURCE_BYTES, MAX_TEXT_SOURCE_BYTES],
  [WORD, MAX_TEXT_SOURCE_BYTES + 1, undefined],
  ['application/vnd.oasis.opendocument.text', 5, 5],
  ['text/csv', 10_000_000_000, MAX_ASSET_TEXT_BYTES],
  ['application/ld+json', 7, 7],
  ['application/msword', 7, undefined],
  ['image/svg+xml', 7, undefined],
  ['image/png', 7, undefined],
])('of a file of the type %s with %d bytes %s bytes are read for its text', (content_type, size, bytes) => {
  expect(textBytesOf({ content_type, size })).toBe(bytes);
  expect(worksOf({ content_type, size }).includes('text')).toBe(bytes !== undefined);
});
