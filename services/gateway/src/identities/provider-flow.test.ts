import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { createSecretBox } from '@space/crypto';
import { withoutSession } from '../people/session-cookie.ts';
import { flowCookie } from './provider-flow.ts';

const box = createSecretBox(randomBytes(32).toString('base64'));
const flow = {
  kind: 'link',
  state: 's',
  nonce: 'n',
  verifier: 'v',
  next: '/',
  person_id: 'per_1',
  session_id: 'ses_1',
  invitation: '',
} as const;

const requestWith = (cookie: string) => ({ headers: { cookie } }) as IncomingMessage;

test('over https the cookie is secure, and no page of a visitor gets it', () => {
  const cookie = flowCookie('https://console.example.com', { box, clock: { now: () => 0 } });
  const stored = cookie.store(flow);
  expect(stored).toMatch(/^__Secure-space-provider=[\w-]+; Max-Age=600; Path=\/sign-in\/provider; HttpOnly; SameSite=Lax; Secure$/);
  const sent = stored.split(';')[0]!;
  expect(cookie.read(requestWith(`a=b; ${sent}`))).toEqual(flow);
  expect(withoutSession(`a=b; ${sent}`)).toBe('a=b');
});

test('a cookie that was changed, or is older than its flow, holds none', () => {
  let now = 0;
  const cookie = flowCookie('http://localhost:8082', { box, clock: { now: () => now } });
  const sent = cookie.store(flow).split(';')[0]!;
  expect(cookie.read(requestWith(`${sent.slice(0, -2)}AA`))).toBeUndefined();
  expect(cookie.read(requestWith(''))).toBeUndefined();
  now = 600_000;
  expect(cookie.read(requestWith(sent))).toBeUndefined();
});
