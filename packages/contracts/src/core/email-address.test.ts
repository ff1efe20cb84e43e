import { expect, test } from '@jest/globals';
import { emailAddress } from './fields.ts';

const [local, label] = ['a'.repeat(64), 'b'.repeat(63)];

test.each(['ada@example.com', "o'neil+a_b-c@sub.example.co.uk", `${local}@example.com`, `a@${label}.com`, 'a@b-c.d1.org'])(
  '%s is an email address',
  (text) => {
    expect(emailAddress.safeParse(text).success).toBe(true);
  },
);

test.each([
  ['a local part of 65 characters', `a${local}@example.com`],
  ['a label of 64 characters', `a@b${label}.com`],
  ['a label that ends with a hyphen', 'a@b-.com'],
  ['two dots', 'a..b@example.com'],
  ['a dot at the end of the local part', 'a.@example.com'],
  ['a second @', 'a@b@example.com'],
  ['a domain of one label', 'a@example'],
  ['more than 254 characters', `a@${`${label}.`.repeat(4)}com`],
])('an address with %s is invalid', (_fault, text) => {
  expect(emailAddress.safeParse(text).success).toBe(false);
});
