import { expect, test } from '@jest/globals';
import { relyingParty, requireRelyingParty } from './relying-party.ts';

test.each([
  ['https://console.example.com', { id: 'console.example.com', origin: 'https://console.example.com' }],
  ['https://console.example.com:8443', { id: 'console.example.com', origin: 'https://console.example.com:8443' }],
  ['http://localhost:8082', { id: 'localhost', origin: 'http://localhost:8082' }],
])('passkeys of the console at %s belong to its host', (url, expected) => {
  expect(relyingParty(url)).toEqual(expected);
});

test.each([['http://console.example.com'], ['http://127.0.0.1:8082'], ['https://192.0.2.1'], ['https://[2001:db8::1]']])(
  'the console at %s offers no passkeys',
  (url) => {
    expect(relyingParty(url)).toBeUndefined();
    expect(() => requireRelyingParty(url)).toThrow(/Passkeys need a console at a name with https/);
  },
);
