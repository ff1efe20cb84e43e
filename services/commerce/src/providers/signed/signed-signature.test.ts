import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { NoEventError, SignatureError, type WebhookHeaders } from '../../provider-port/provider.ts';
import { verifySignedWebhook } from './signed-signature.ts';

const NOW = 1_790_000_000_000;
const SECOND = NOW / 1_000;
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = '{"type":"order.paid","data":{"name":"Zoë"}}';

function sign(payload = body, { id = 'msg_1', at = SECOND, by = secret } = {}): WebhookHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(by).sign(id, new Date(at * 1_000), payload),
  };
}

const verify = (headers: WebhookHeaders, payload: string | Buffer = body, secrets: readonly string[] = [secret]) =>
  verifySignedWebhook(Buffer.from(payload), headers, secrets, NOW);

const event = { id: 'msg_1', type: 'order.paid', body: JSON.parse(body) as unknown };

test.each([300, 0, -300])('accepts a signature of the official library that is %d seconds old', (age) => {
  expect(verify(sign(body, { at: SECOND - age }))).toEqual(event);
});

test('accepts one of several signatures, and each of two secrets, as in a rotation', () => {
  const several = `${sign(body, { by: other })['webhook-signature']} v1a,abc ${sign()['webhook-signature']}`;
  expect(verify({ ...sign(), 'webhook-signature': several })).toEqual(event);
  expect(verify(sign(), body, [other, secret])).toEqual(event);
});

const signature = sign()['webhook-signature']!;
const withMark = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(body)]);

test.each<[string, { headers: WebhookHeaders; payload?: string | Buffer; secrets?: readonly string[] }]>([
  ['no headers', { headers: {} }],
  ['no id', { headers: { ...sign(), 'webhook-id': '' } }],
  ['another id', { headers: { ...sign(), 'webhook-id': 'msg_2' } }],
  ['an id that was sent twice', { headers: { ...sign(), 'webhook-id': 'msg_1, msg_1' } }],
  ['an id above 255 characters', { headers: sign(body, { id: 'm'.repeat(256) }) }],
  ['no time', { headers: { ...sign(), 'webhook-timestamp': '' } }],
  ['a time that was sent twice', { headers: { ...sign(), 'webhook-timestamp': `${SECOND}, ${SECOND}` } }],
  ['a time with letters', { headers: { ...sign(), 'webhook-timestamp': `${SECOND}x` } }],
  ['a time that was not signed', { headers: { ...sign(), 'webhook-timestamp': String(SECOND + 1) } }],
  ['301 seconds', { headers: sign(body, { at: SECOND - 301 }) }],
  ['301 seconds in the future', { headers: sign(body, { at: SECOND + 301 }) }],
  ['a day in the future', { headers: sign(body, { at: SECOND + 86_400 }) }],
  ['no signature', { headers: { ...sign(), 'webhook-signature': '' } }],
  ['a signature that was sent twice', { headers: { ...sign(), 'webhook-signature': `${signature}, ${signature}` } }],
  ['a signature of another version', { headers: { ...sign(), 'webhook-signature': signature.replace('v1', 'v2') } }],
  ['eleven signatures', { headers: { ...sign(), 'webhook-signature': `${signature} `.repeat(11).trim() } }],
  ['another secret', { headers: sign(body, { by: other }) }],
  ['a changed byte', { headers: sign(), payload: body.replace('paid', 'paId') }],
  ['a body that was serialised again', { headers: sign(), payload: JSON.stringify(JSON.parse(body), null, 1) }],
  ['a byte order mark', { headers: sign(`\ufeff${body}`), payload: withMark }],
  ['bytes that are not UTF-8', { headers: sign('{"a":"\ufffd"}'), payload: Buffer.from('{"a":"\xff"}', 'latin1') }],
  ['a connection without a secret', { headers: sign(), secrets: [] }],
  ['an empty secret', { headers: sign(), secrets: [''] }],
  ['a secret without bytes', { headers: sign(), secrets: ['whsec_'] }],
])('refuses %s', (_, { headers, payload, secrets }) => {
  expect(() => verify(headers, payload, secrets)).toThrow(SignatureError);
});

test.each(['no JSON', '[]', '{"data":{}}', '{"type":7}', '{"type":""}'])(
  'takes a signed body without an event as no event: %s',
  (payload) => {
    expect(() => verify(sign(payload), payload)).toThrow(NoEventError);
  },
);
