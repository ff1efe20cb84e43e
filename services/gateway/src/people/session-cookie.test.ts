import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { sessionCookie, withoutSession } from './session-cookie.ts';

const request = (cookie: string | undefined) => ({ headers: { cookie } }) as IncomingMessage;

test('over https the cookie has the prefix that browsers guard, and is for secure requests of the same site only', () => {
  const cookie = sessionCookie('https://console.example.com');
  expect(cookie.name).toBe('__Host-space');
  expect(cookie.store('s')).toBe('__Host-space=s; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict; Secure');
  expect(cookie.remove).toContain('Max-Age=0');
});

test('over plain http it has another name, so that neither is taken for the other', () => {
  const cookie = sessionCookie('http://localhost:8082');
  expect(cookie.store('s')).toBe('space_session=s; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict');
  expect(cookie.read(request('__Host-space=other; space_session=mine'))).toBe('mine');
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['space_session=', undefined],
  ['a=1; space_session=x=y; b=2', 'x=y'],
  [' space_session = x', 'x'],
  ['xspace_session=1', undefined],
])('the cookie header %p holds %p', (header, secret) => {
  expect(sessionCookie('http://localhost').read(request(header))).toBe(secret);
});

test.each([
  [undefined, undefined],
  ['space_session=a', undefined],
  ['x=1; space_session=a; y=2', 'x=1; y=2'],
  ['__Host-space=a; x=1', 'x=1'],
  ['x=space_session=1', 'x=space_session=1'],
])('the cookie header %p is handed on as %p', (header, rest) => {
  expect(withoutSession(header)).toBe(rest);
});
