import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { MAX_CONCURRENT_COMPRESSIONS } from '@space/contracts/platform';
import { codingOf, createCompressor, isCompressible } from './compression.ts';

const log = { warn() {} } as never;
const text = Buffer.from('text '.repeat(20_000));

test('no more compressions run at the same time than allowed, and one that ended makes room', async () => {
  const compress = createCompressor(log);
  const results = await Promise.all(Array.from({ length: 10 }, () => compress(text, 'gzip', 'answer')));
  const compressed = results.filter((one) => one !== undefined);
  expect(compressed).toHaveLength(MAX_CONCURRENT_COMPRESSIONS);
  expect(gunzipSync(compressed[0]!).equals(text)).toBe(true);
  expect(await compress(text, 'br', 'answer')).toBeDefined();
});

test('a result that is not smaller is not used', async () => {
  expect(await createCompressor(log)(Buffer.from('x'), 'gzip', 'file')).toBeUndefined();
});

test.each([
  [['Content-Type', 'application/json'], 5_000, true],
  [['content-type', 'text/html; charset=utf-8'], 5_000, true],
  [['Content-Type', 'application/json'], 4_095, false],
  [['Content-Type', 'text/csv; charset=utf-8'], Number.POSITIVE_INFINITY, true],
  [['Content-Type', 'text/calendar; charset=utf-8'], 5_000, true],
  [['Content-Type', 'application/atom+xml; charset=utf-8'], 5_000, true],
  [['Content-Type', 'application/octet-stream'], Number.POSITIVE_INFINITY, false],
  [['Content-Type', 'text/event-stream'], 5_000, false],
  [['Content-Type', 'image/png'], 5_000, false],
  [['Content-Type', 'application/json', 'Content-Encoding', 'br'], 5_000, false],
  [['X-Note', 'content-type'], 5_000, false],
])('an answer with %j and %d bytes may be compressed: %s', (headers, bytes, expected) => {
  expect(isCompressible(headers, bytes)).toBe(expected);
});

// A header has at most 16 KB. More work than linear work would not end for a megabyte.
test.each([
  ['gzip;', 'gzip'],
  [';q=0', undefined],
  ['a,', undefined],
  [' ', undefined],
  [';q=0.0', undefined],
])('an Accept-Encoding of a megabyte of %j is read', (part, expected) => {
  expect(codingOf(part.repeat(1_048_576 / part.length))).toBe(expected);
});
