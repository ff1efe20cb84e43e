import { expect, test } from '@jest/globals';
import { signInKinds, signInMethods } from '@space/contracts/people';
import { signInText } from './sign-in-text.ts';

test('every kind and every method has words of its own', () => {
  const texts = [
    ...signInKinds.slice(1).map((kind) => signInText(kind, null)),
    ...signInMethods.map((method) => signInText('signed_in', method)),
  ];
  expect(new Set(texts).size).toBe(signInKinds.length - 1 + signInMethods.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z][a-z ]+$/);
});

test('a kind that the console does not know is shown as it is', () => {
  expect(signInText('phone_added', null)).toBe('phone added');
});
