import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSecretBox, sealedToken } from '@space/crypto';
import fc from 'fast-check';
import { z } from 'zod';
import { createFeedCursors } from './feed-cursor.ts';

const newBox = () => createSecretBox(randomBytes(32).toString('base64'));
const invalid = (message = '') => expect.objectContaining({ code: 'invalid', message: expect.stringContaining(message) });

describe('a feed cursor', () => {
  const cursors = createFeedCursors(newBox());
  const all = { space: 'spc_1' };

  test('opens to its number in its own Space and feed only, and fits in a URL', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(undefined, 'lis_1'), (seq, feed) => {
        const cursor = cursors.seal({ ...all, feed }, seq);
        expect(cursor).toMatch(/^[\w-]{1,512}$/);
        expect(cursors.open(cursor, { ...all, feed })).toBe(seq);
        expect(() => cursors.open(`${cursor}A`, { ...all, feed })).toThrow(invalid());
        expect(() => cursors.open(cursor, { space: 'spc_2', feed })).toThrow(invalid('another Space'));
        expect(() => cursors.open(cursor, { ...all, feed: 'lis_2' })).toThrow(invalid('is a cursor of'));
      }),
    );
  });

  test('is rejected with the feed that it belongs to', () => {
    expect(() => cursors.open(cursors.seal({ ...all, feed: 'lis_1' }, 1), all)).toThrow(invalid('of the feed lis_1'));
    expect(() => cursors.open(cursors.seal(all, 1), { ...all, feed: 'lis_1' })).toThrow(invalid('without subscription_id'));
  });

  test('is rejected when another key, another purpose or another value was sealed, and so is any other text', () => {
    const foreign = createFeedCursors(newBox()).seal(all, 1);
    const box = newBox();
    const sealed = (value: unknown, purpose = 'feed-cursor') => sealedToken(box, { purpose, schema: z.unknown() }).seal(value);
    const own = createFeedCursors(box);
    expect(own.open(sealed(['spc_1', null, 1]), all)).toBe(1);
    for (const value of ['', null, 1, [], ['spc_1'], ['spc_1', null], ['spc_1', null, 'x'], ['spc_1', null, 1.5], ['spc_1', 2, 1]])
      expect(() => own.open(sealed(value), all)).toThrow(invalid());
    expect(() => own.open(sealed(['spc_1', null, 1], 'other'), all)).toThrow(invalid());
    expect(() => cursors.open(foreign, all)).toThrow(invalid());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => cursors.open(text, all)).toThrow(invalid());
      }),
    );
  });
});
