import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSecretBox } from '@space/crypto';
import fc from 'fast-check';
import { createFeedCursors } from './feed-cursor.ts';

const newBox = () => createSecretBox(randomBytes(32).toString('base64'));
const invalid = (message = '') => expect.objectContaining({ code: 'invalid', message: expect.stringContaining(message) });

describe('a cursor of the feed', () => {
  const cursors = createFeedCursors(newBox());
  const all = { space: 'spc_1' };

  test('comes back as it was, in its own Space and feed only, and fits in a URL', () => {
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

  test('says whose it is when it is of another feed, or of none', () => {
    expect(() => cursors.open(cursors.seal({ ...all, feed: 'lis_1' }, 1), all)).toThrow(invalid('of the feed lis_1'));
    expect(() => cursors.open(cursors.seal(all, 1), { ...all, feed: 'lis_1' })).toThrow(invalid('without subscription_id'));
  });

  test('never makes anything but a refusal out of what it did not seal', () => {
    const foreign = createFeedCursors(newBox()).seal(all, 1);
    const other = newBox();
    const signed = (text: string) => other.seal(text).toString('base64url');
    const strange = createFeedCursors(other);
    for (const text of ['', 'feed1 spc_1', 'feed1 spc_1 -', 'feed1 spc_1 - x', 'feed1 spc_1 - 1.5', 'feed2 spc_1 - 1'])
      expect(() => strange.open(signed(text), all)).toThrow(invalid());
    expect(() => cursors.open(foreign, all)).toThrow(invalid());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => cursors.open(text, all)).toThrow(invalid());
      }),
    );
  });
});
