import { expect, test } from '@jest/globals';
import { createRedact } from './redact.ts';

const VALUE = 'p4ss/w+rd "q" <b> & \'é\' ü';
const redact = createRedact(new Map([['LOGIN', VALUE]]));
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', VALUE],
  ['in JSON', JSON.stringify({ a: VALUE })],
  ['in JSON with escaped slashes', JSON.stringify({ a: VALUE }).replaceAll('/', '\\/')],
  ['in a URL', `https://a.example/?q=${encodeURIComponent(VALUE)}`],
  ['in a form', new URLSearchParams({ q: VALUE }).toString().replaceAll('%27', "'")],
  ['in a URL with small hexadecimal digits', encodeURIComponent(VALUE).replace(/%../g, (code) => code.toLowerCase())],
  [
    'in HTML',
    `<p>${VALUE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</p>`,
  ],
  ['in hexadecimal', Buffer.from(VALUE).toString('hex')],
  ['in capital hexadecimal', Buffer.from(VALUE).toString('hex').toUpperCase()],
  ['in base64', base64(VALUE)],
  ['in base64 after one byte', base64(`a${VALUE}`)],
  ['in base64 after two bytes', base64(`ab${VALUE}`)],
  ['in base64 within a text', base64(`user:${VALUE}:more`)],
  ['in base64url', Buffer.from(VALUE).toString('base64url')],
])('redacts a secret %s', (_form, text) => {
  const redacted = redact(text);
  expect(redacted).toContain('[secret LOGIN]');
  for (const part of ['p4ss', 'w+rd', Buffer.from('w+rd').toString('hex')])
    expect(redacted.toLowerCase()).not.toContain(part.toLowerCase());
});

test('names the longer of two secrets of which one begins with the other', () => {
  const both = createRedact(
    new Map([
      ['SHORT', 'abcdefgh'],
      ['LONG', 'abcdefghijkl'],
    ]),
  );
  expect(both('abcdefgh abcdefghijkl')).toBe('[secret SHORT] [secret LONG]');
});

test('redacts a secret that begins before the end of the first characters, and none after it', () => {
  expect(redact(`ab${VALUE}cd`, 4)).toBe('ab[secret LOGIN]');
  expect(redact(`ab${VALUE}cd`, 2)).toBe('ab');
});

test('changes nothing without secrets', () => {
  const none = createRedact(new Map());
  expect([none('text'), none('text', 2), none.longest]).toEqual(['text', 'te', 0]);
});
