import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSecretBox } from './secret-box.ts';

const newKey = () => randomBytes(32).toString('base64');

describe('a secret box', () => {
  test('opens what it sealed, and nothing of it can be read from outside', () => {
    const box = createSecretBox(newKey());
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        const sealed = box.seal(plain);
        expect(box.open(sealed)).toBe(plain);
        if (plain.length > 3) expect(sealed.includes(plain)).toBe(false);
      }),
    );
  });

  test('seals the same text differently each time', () => {
    const box = createSecretBox(newKey());
    expect(box.seal('whsec_1').equals(box.seal('whsec_1'))).toBe(false);
  });

  test('notices every changed byte', () => {
    const box = createSecretBox(newKey());
    const sealed = box.seal('a secret');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = changed[index]! ^ 1;
      expect(() => box.open(changed)).toThrow();
    }
    for (const length of [0, 3, 20, sealed.length - 1]) expect(() => box.open(sealed.subarray(0, length))).toThrow();
  });

  test('opens a text that an old key sealed while the old key stands after the new one', () => {
    const [old, recent] = [newKey(), newKey()];
    const sealed = createSecretBox(old).seal('stored');
    expect(createSecretBox(`${recent}, ${old}`).open(sealed)).toBe('stored');
    expect(() => createSecretBox(recent).open(sealed)).toThrow('No key in SPACE_SECRET_KEY opens this secret');
    expect(createSecretBox(recent).open(createSecretBox(`${recent},${old}`).seal('new'))).toBe('new');
  });

  test.each(['', 'c2hvcnQ=', `${newKey()},`])('refuses a key that is not 32 bytes (%j)', (keys) => {
    expect(() => createSecretBox(keys)).toThrow('SPACE_SECRET_KEY must be 32 bytes in base64');
  });
});
