import { describe, expect, test } from '@jest/globals';
import { encodeCursor } from '@space/database';
import fc from 'fast-check';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts';

const invalid = (message = '') => expect.objectContaining({ code: 'invalid', message: expect.stringContaining(message) });

describe('a feed cursor', () => {
  const all = { space: 'spc_1' };

  test('decodes to its number in its own Space and feed only, and fits in a URL', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(undefined, 'lis_1'), (seq, feed) => {
        const cursor = encodeFeedCursor({ ...all, feed }, seq);
        expect(cursor).toMatch(/^[\w-]{1,512}$/);
        expect(decodeFeedCursor(cursor, { ...all, feed })).toBe(seq);
        expect(() => decodeFeedCursor(`${cursor}A`, { ...all, feed })).toThrow(invalid());
        expect(() => decodeFeedCursor(cursor, { space: 'spc_2', feed })).toThrow(invalid('another Space'));
        expect(() => decodeFeedCursor(cursor, { ...all, feed: 'lis_2' })).toThrow(invalid('is a cursor of'));
      }),
    );
  });

  test('is rejected in another feed, and without a feed', () => {
    expect(() => decodeFeedCursor(encodeFeedCursor({ ...all, feed: 'lis_1' }, 1), all)).toThrow(invalid('of another feed'));
    expect(() => decodeFeedCursor(encodeFeedCursor(all, 1), { ...all, feed: 'lis_1' })).toThrow(invalid('without subscription_id'));
  });

  test('is rejected with another value, and so is any other text', () => {
    expect(decodeFeedCursor(encodeCursor(['spc_1', '', 1]), all)).toBe(1);
    for (const value of [[], ['spc_1'], ['spc_1', ''], ['spc_1', '', 'x'], ['spc_1', '', 1.5], ['spc_1', '', -1], ['spc_1', '', 1, 2]])
      expect(() => decodeFeedCursor(encodeCursor(value), all)).toThrow(invalid());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => decodeFeedCursor(text, all)).toThrow(invalid());
      }),
    );
  });
});
