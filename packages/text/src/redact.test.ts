import { expect, test } from '@jest/globals';
import { createRedact } from './redact.ts';

const VALUE = 'p4ss/w+rd "q" <b> & \'é\' ü';
const redact = createRedact(new Map([['LOGIN', VALUE]]));
const json = JSON.stringify({ a: VALUE });
const escapes = (text: string, characters: RegExp, digits: (code: string) => string = (code) => code) =>
  text.replace(characters, (one) => `\\u${digits(one.charCodeAt(0).toString(16).padStart(4, '0'))}`);
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', VALUE],
  ['in JSON', json],
  ['in JSON with escaped slashes', json.replaceAll('/', '\\/')],
  ['in JSON for HTML', escapes(json, /[&<>'/+=]/g)],
  ['in JSON with capital digits', escapes(json, /[&<>'/+=]/g, (code) => code.toUpperCase())],
  ['in JSON with some escapes', escapes(json, /[&+]/g)],
  ['in JSON of ASCII', escapes(json, /[^\0-~]/g)],
  ['in JSON as escapes only', `"${escapes(VALUE, /./g)}"`],
  ['in JSON in a string of JSON', escapes(JSON.stringify(json), /[&<>]/g)],
  ['in JSON in JSON in JSON', JSON.stringify(JSON.stringify(escapes(json, /[&<>]/g)))],
  ['in JSON as base64 with escapes', escapes(JSON.stringify(base64(VALUE)), /[A-F+/=]/g)],
  ['in JSON as a URL with escapes', escapes(JSON.stringify(encodeURIComponent(VALUE)), /[%]/g)],
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

test('redacts a secret in escapes that begins before the end of the first characters', () => {
  const escaped = escapes(VALUE, /./g);
  expect(redact(`ab${escaped}cd`, 4)).toBe('ab[secret LOGIN]');
  expect(redact(`ab${escaped}cd`, 2)).toBe('ab');
  expect(escaped.length).toBeLessThanOrEqual(redact.longest);
});

test('names the secret that begins first where two overlap in a text with escapes', () => {
  const both = createRedact(
    new Map([
      ['PLAIN', 'efghijkl'],
      ['ESCAPED', 'abc&efgh'],
    ]),
  );
  expect(both('-abc\\u0026efghijkl-efghijkl')).toBe('-[secret ESCAPED]-[secret PLAIN]');
});

test.each([
  ['no secret', '"a\\u0026b\\n\\\\c\\/d"'],
  ['no escape of JSON', 'C:\\users\\x \\u12 \\'],
])('changes nothing in a text with escapes and %s', (_what, text) => expect(redact(text)).toBe(text));

test('changes nothing without secrets', () => {
  const none = createRedact(new Map());
  expect([none('text'), none('text', 2), none.longest]).toEqual(['text', 'te', 0]);
});
