import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './webhooks.ts';

const SECRET = 'whsec_test';
const event = { id: 'evt_1', type: 'contact_created', data: { name: 'Ada' } };
const body = JSON.stringify(event);

/** Returns the headers of a body that is signed with this secret. */
function signed(text: string, secret = SECRET): Record<string, string> {
  const t = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex');
  return { 'Service-Signature': `t=${t},v1=${v1}` };
}

const headers = signed(body);

test.each<[string, ReceivedWebhook]>([
  ['text', { body, headers }],
  ['bytes', { body: new TextEncoder().encode(body), headers }],
  ['a Buffer', { body: Buffer.from(body), headers }],
  ['Headers', { body, headers: new Headers(headers) }],
  ['a list of values', { body, headers: { 'service-signature': [headers['Service-Signature']!] } }],
])('returns the event of a signed delivery: %s', async (_name, received) => {
  await expect(verifyWebhook(received, SECRET)).resolves.toEqual(event);
});

const EMPTY_SECRET = /^The secret is empty\b.*whsec_/;
const NOT_RAW = 'The body must be the raw text or bytes, before any parsing.';
const NO_SIGNATURE = 'The Service-Signature header is missing.';

test.each<[string, unknown, unknown, string | RegExp]>([
  ['no secret', { body, headers }, undefined, EMPTY_SECRET],
  ['an empty secret', { body, headers: signed(body, '') }, '', EMPTY_SECRET],
  ['null as the secret', { body, headers }, null, EMPTY_SECRET],
  ['another secret', { body, headers }, 'whsec_other', 'The signature does not match: wrong secret, or the body was changed.'],
  ['a parsed body', { body: event, headers }, SECRET, NOT_RAW],
  ['no body', { headers }, SECRET, NOT_RAW],
  ['no delivery', undefined, SECRET, NOT_RAW],
  ['no headers', { body }, SECRET, NO_SIGNATURE],
  ['headers without a signature', { body, headers: {} }, SECRET, NO_SIGNATURE],
  ['a malformed signature', { body, headers: { 'service-signature': 'v1=zz' } }, SECRET, /is not t=<seconds>,v1=<hex>\.$/],
  ['a signed text that is no JSON', { body: 'hello', headers: signed('hello') }, SECRET, 'The body is not JSON.'],
])('rejects with WebhookVerificationError: %s', async (_name, received, secret, message) => {
  const error = await verifyWebhook(received as ReceivedWebhook, secret as string).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect((error as Error).message).toMatch(message);
});

test.each([Date.now() + 301_000, Date.now() - 302_000, Number.NaN])('rejects a delivery at the time %d', async (now) => {
  const error = await verifyWebhook({ body, headers }, SECRET, { now }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect((error as Error).message).toMatch(/too old or from the future/);
});
