import { afterEach, expect, jest, test } from '@jest/globals';
import { PROVIDER_WEBHOOKS_PER_SECOND, REFUSED_WEBHOOKS_PER_SECOND } from '@space/contracts/commerce';
import { Problem } from '@space/contracts/core';
import { createWebhookRateLimit, type WebhookRateLimit } from './webhook-rate-limit.ts';

let now = 1_000;
jest.spyOn(performance, 'now').mockImplementation(() => now);
afterEach(() => {
  now += 60_000;
});

const ATTACKER = '198.51.100.66';
const PROVIDER = '203.0.113.7';

/** Sends webhooks one after the other, each answered with a status; returns how many were handed on. */
function send(limit: WebhookRateLimit, sender: string, status: number, count: number, subject: string | (() => string) = 'int_1'): number {
  let handedOn = 0;
  for (let sent = 0; sent < count; sent += 1) {
    try {
      limit.begin(typeof subject === 'string' ? subject : subject(), sender)(status);
      handedOn += 1;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'limited') throw error;
    }
  }
  return handedOn;
}

test('a second has room for the accepted webhooks of a connection, from all senders together', () => {
  const limit = createWebhookRateLimit();
  expect(send(limit, PROVIDER, 200, 70)).toBe(70);
  expect(send(limit, '203.0.113.8', 200, 70)).toBe(PROVIDER_WEBHOOKS_PER_SECOND - 70);
  expect(() => limit.assertLeft('int_1', PROVIDER)).toThrow(expect.objectContaining({ code: 'limited', extras: { retry_after_s: 1 } }));
  expect(send(limit, PROVIDER, 200, 70, 'int_2')).toBe(70);
  now += 1_000;
  expect(send(limit, PROVIDER, 200, 200)).toBe(PROVIDER_WEBHOOKS_PER_SECOND);
});

test.each([400, 410])('webhooks that are refused with %i take nothing from other senders, and end for their own', (status) => {
  const limit = createWebhookRateLimit();
  send(limit, PROVIDER, 200, 1);
  expect(send(limit, ATTACKER, status, 1_000)).toBe(REFUSED_WEBHOOKS_PER_SECOND);
  expect(send(limit, ATTACKER, 200, 1)).toBe(0);
  expect(send(limit, PROVIDER, 200, 1_000)).toBe(PROVIDER_WEBHOOKS_PER_SECOND - 1);
  now += 1_000;
  expect(send(limit, ATTACKER, 200, 1)).toBe(1);
});

test('all addresses of an IPv6 /64 are one sender', () => {
  const limit = createWebhookRateLimit();
  expect(send(limit, '2001:db8::1', 400, 40)).toBe(40);
  expect(send(limit, '2001:db8::2', 400, 40)).toBe(REFUSED_WEBHOOKS_PER_SECOND - 40);
  expect(send(limit, '2001:db8:0:1::1', 400, 1)).toBe(1);
});

test('a sender who tries unknown connections is refused for all of them, and not for one that exists', () => {
  const limit = createWebhookRateLimit();
  expect(send(limit, PROVIDER, 200, 1)).toBe(1);
  let tried = 0;
  const another = () => {
    tried += 1;
    return `int_${tried}_`.padEnd(tried, 'x');
  };
  expect(send(limit, PROVIDER, 404, 1_000, another)).toBe(REFUSED_WEBHOOKS_PER_SECOND);
  expect(send(limit, PROVIDER, 200, 10)).toBe(10);
  expect(send(limit, ATTACKER, 404, 1, another)).toBe(1);
});

test('a failure of the service is no refusal', () => {
  const limit = createWebhookRateLimit();
  expect(send(limit, PROVIDER, 503, REFUSED_WEBHOOKS_PER_SECOND + 1)).toBe(REFUSED_WEBHOOKS_PER_SECOND + 1);
});

test('webhooks in progress count until they are answered, also beyond a second', () => {
  const limit = createWebhookRateLimit();
  const ends = Array.from({ length: REFUSED_WEBHOOKS_PER_SECOND }, () => limit.begin('int_1', ATTACKER));
  now += 5_000;
  expect(send(limit, ATTACKER, 200, 1)).toBe(0);
  expect(send(limit, PROVIDER, 200, 1_000)).toBe(PROVIDER_WEBHOOKS_PER_SECOND);
  for (const end of ends) end(400);
  expect(send(limit, ATTACKER, 200, 1)).toBe(0);
  now += 1_000;
  expect(send(limit, ATTACKER, 200, 1)).toBe(1);
});

test('an id that is too long, and one that was never answered by a connection, count as unknown', () => {
  const limit = createWebhookRateLimit();
  let tried = 0;
  const long = () => {
    tried += 1;
    return `${tried}`.padEnd(65, 'x');
  };
  expect(send(limit, ATTACKER, 400, 1_000, long)).toBe(REFUSED_WEBHOOKS_PER_SECOND);
  const other = createWebhookRateLimit();
  send(other, ATTACKER, 503, 1, 'int_1');
  expect(send(other, ATTACKER, 404, 1_000, 'int_1')).toBe(REFUSED_WEBHOOKS_PER_SECOND);
});
