import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { secretBox } from '@space/database';
import fc from 'fast-check';
import { feedCursors } from './feed-cursor.ts';

const newBox = () => secretBox(randomBytes(32).toString('base64'));

describe('a cursor of the feed', () => {
  const cursors = feedCursors(newBox());

  test('comes back as it was, in its own Space only, and fits in a URL', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (seq) => {
        const cursor = cursors.seal('spc_1', seq);
        expect(cursor).toMatch(/^[\w-]{1,512}$/);
        expect(cursors.open(cursor, 'spc_1')).toBe(seq);
        expect(() => cursors.open(cursor, 'spc_2')).toThrow(expect.objectContaining({ code: 'invalid' }));
      }),
    );
  });

  test('never makes anything but a refusal out of what it did not seal', () => {
    const foreign = feedCursors(newBox()).seal('spc_1', 1);
    const other = newBox();
    const signed = (text: string) => other.seal(text).toString('base64url');
    const strange = feedCursors(other);
    for (const text of ['', 'feed1 spc_1', 'feed1 spc_1 x', 'feed1 spc_1 1.5', 'feed2 spc_1 1'])
      expect(() => strange.open(signed(text), 'spc_1')).toThrow(expect.objectContaining({ code: 'invalid' }));
    expect(() => cursors.open(foreign, 'spc_1')).toThrow(expect.objectContaining({ code: 'invalid' }));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => cursors.open(text, 'spc_1')).toThrow(expect.objectContaining({ code: 'invalid' }));
      }),
    );
  });
});
