import { expect, test } from '@jest/globals';
import { MAX_PASSWORD_HASHES, MAX_WAITING_PASSWORDS } from '@space/contracts/people';
import { assertStrongPassword } from './password-strength.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();
const GOOD = 'correct horse battery staple';

test('a password fits its own hash only, and two hashes of it differ', async () => {
  const [one, two] = await Promise.all([passwords.hash(GOOD), passwords.hash(GOOD)]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify(GOOD, one)).toBe(true);
  expect(await passwords.verify(`${GOOD}r`, one)).toBe(false);
});

test('an accent typed as one character or as two is the same password', async () => {
  const hash = await passwords.hash('caf\u00e9 au lait, s\u2019il vous pla\u00eet');
  expect(await passwords.verify('cafe\u0301 au lait, s\u2019il vous plai\u0302t', hash)).toBe(true);
});

test.each([null, '', '$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$dGFn', 'plain'])('no password fits the stored text %p', async (stored) => {
  expect(await passwords.verify(GOOD, stored)).toBe(false);
});

test('passwords beyond those that may wait are refused, and the others are answered', async () => {
  const crowded = createPasswords();
  const calls = Array.from({ length: MAX_PASSWORD_HASHES + MAX_WAITING_PASSWORDS + 3 }, () => crowded.verify(GOOD, null));
  const outcomes = await Promise.allSettled(calls);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect(await crowded.verify(GOOD, await crowded.hash(GOOD))).toBe(true);
});

test.each([
  ['short', 'too_small', 'at least 12 characters'],
  ['password1234', 'weak_password', 'easy to guess'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak_password', 'easy to guess'],
  ['qwertyuiopasdf', 'weak_password', 'easy to guess'],
  ['lovelacelovelace', 'weak_password', 'easy to guess'],
  ['x'.repeat(257), 'too_big', 'at most 256 characters'],
])('the new password %p is refused as %s', async (password, code, words) => {
  await expect(assertStrongPassword(password, ['Ada Lovelace', 'ada@example.com'])).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'new_password', code, message: expect.stringContaining(words) }] },
  });
});

test.each([GOOD, '👩‍🚀 reist zum Mars und zurück', 'Tr0ub4dor&3 und mehr'])('the new password %p is taken', async (password) => {
  await expect(assertStrongPassword(password, ['Ada Lovelace'])).resolves.toBeUndefined();
});
