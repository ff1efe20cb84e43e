import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.ts';

describe('a cursor', () => {
  test('decodes to the encoded key', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000')),
            fc.maxSafeInteger(),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        (key) => {
          expect(decodeCursor(encodeCursor(key), ...key.map((part) => (typeof part === 'string' ? 'text' : 'integer')))).toEqual(key);
        },
      ),
    );
  });

  test('needs no escaping in a URL', () => {
    expect(encodeCursor(['ä?&/+', 1])).toMatch(/^[\w-]+$/);
  });

  test.each([
    ['of another list', encodeCursor(['a', 'b', 'c'])],
    ['that is not a list', Buffer.from('{"a":1}').toString('base64url')],
    ['with a part that is neither text nor a whole number', Buffer.from('["a",null]').toString('base64url')],
    ['with a fraction', Buffer.from('["a",1.5]').toString('base64url')],
    ['with text where a number belongs', encodeCursor(['a', 'b'])],
    ['with U+0000', encodeCursor(['\u0000', 1])],
    ['that is not base64url', '%%%'],
    ['that is empty', ''],
  ])('%s is rejected with the path cursor', (_what, cursor) => {
    expect(() => decodeCursor(cursor, 'text', 'integer')).toThrow(
      expect.objectContaining({ code: 'invalid', extras: { errors: [expect.objectContaining({ path: 'cursor' })] } }),
    );
  });

  test('of a time is accepted only as ISO 8601 UTC with milliseconds', () => {
    const time = '2026-02-28T12:00:00.000Z';
    expect(decodeCursor(encodeCursor([time]), 'timestamp')).toEqual([time]);
    for (const other of ['2026-02-30T12:00:00.000Z', '2026-02-28', '2026-02-28T12:00:00Z', '0000-01-01T00:00:00.000Z', 'now'])
      expect(() => decodeCursor(encodeCursor([other]), 'timestamp')).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  test('of any text decodes or throws invalid', () => {
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        try {
          expect(decodeCursor(cursor, 'text')).toHaveLength(1);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid' });
        }
      }),
    );
  });
});
