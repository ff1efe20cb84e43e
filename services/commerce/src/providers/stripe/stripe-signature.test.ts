import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { NoEventError, SignatureError } from '../../provider-port/provider.ts';
import { verifyStripeWebhook } from './stripe-signature.ts';

const NOW = 1_790_000_000_000;
const SECOND = NOW / 1_000;
const secret = 'whsec_current';
const body = '{"id":"evt_1","type":"payment_intent.succeeded","name":"Zoë"}';

const sign = (payload = body, { at = SECOND, by = secret, scheme = 'v1' } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: at, scheme });

const verify = (header: string | undefined, payload: string | Buffer = body, secrets: readonly string[] = [secret]) =>
  verifyStripeWebhook(Buffer.from(payload), header === undefined ? {} : { 'stripe-signature': header }, secrets, NOW);

const event = { id: 'evt_1', type: 'payment_intent.succeeded', body: JSON.parse(body) as unknown };

test('accepts what the official library signed', () => {
  expect(verify(sign())).toEqual(event);
});

test.each([300, 299, 0, -299, -300])('accepts a signature that is %d seconds old', (age) => {
  expect(verify(sign(body, { at: SECOND - age }))).toEqual(event);
});

test('accepts the second of two signatures, and each of two secrets, as in a rotation', () => {
  const [time, wrong] = sign(body, { by: 'whsec_other' }).split(',');
  expect(verify(`${time},${wrong},${sign().split(',')[1]}`)).toEqual(event);
  expect(verify(sign(), body, ['whsec_next', secret])).toEqual(event);
  expect(verify(sign(), body, [secret, 'whsec_next'])).toEqual(event);
});

test('accepts a signature of another scheme next to v1', () => {
  expect(verify(`${sign()},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`)).toEqual(event);
});

const withMark = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(body)]);

test.each<[string, { header: string | undefined; payload?: string | Buffer; secrets?: readonly string[] }]>([
  ['no header', { header: undefined }],
  ['an empty header', { header: '' }],
  ['another header', { header: 'abc' }],
  ['a changed byte', { header: sign(), payload: body.replace('evt_1', 'evt_2') }],
  ['a body that was serialised again', { header: sign(), payload: JSON.stringify(JSON.parse(body), null, 1) }],
  ['301 seconds', { header: sign(body, { at: SECOND - 301 }) }],
  ['301 seconds in the future', { header: sign(body, { at: SECOND + 301 }) }],
  ['a day in the future', { header: sign(body, { at: SECOND + 86_400 }) }],
  ['another secret', { header: sign(body, { by: 'whsec_other' }) }],
  ['only v0', { header: sign(body, { scheme: 'v0' }) }],
  ['an upper-case signature', { header: sign().replace(/v1=(.*)/, (_, hex: string) => `v1=${hex.toUpperCase()}`) }],
  ['two times, of which the last is right', { header: `t=1,${sign()}` }],
  ['two times, of which the first is right', { header: `${sign()},t=1` }],
  ['the same time twice', { header: `t=${SECOND},${sign()}` }],
  ['a second time after a space', { header: `${sign()}, t=1` }],
  ['no time', { header: sign().replace(/^t=\d+,/, '') }],
  ['a time with letters', { header: sign().replace(/^t=(\d+)/, 't=$1x') }],
  ['a negative time', { header: sign().replace(/^t=/, 't=-') }],
  ['no signature', { header: `t=${SECOND}` }],
  ['an empty signature', { header: `t=${SECOND},v1=` }],
  ['a byte order mark that the signature includes', { header: sign(`\ufeff${body}`), payload: withMark }],
  ['a byte order mark that the signature lacks', { header: sign(), payload: withMark }],
  ['bytes that are not UTF-8', { header: sign('{"a":"\ufffd"}'), payload: Buffer.from('{"a":"\xff"}', 'latin1') }],
  ['a connection without a secret', { header: sign(), secrets: [] }],
  ['an empty secret', { header: sign(body, { by: ' ' }), secrets: ['', ' '] }],
])('refuses %s', (_, { header, payload, secrets }) => {
  expect(() => verify(header, payload, secrets)).toThrow(SignatureError);
});

test.each([
  'no JSON',
  '[]',
  'null',
  '"text"',
  ' {"id":"evt_1","type":"x"}',
  '{"id":"evt_1","type":"x"',
  '{"type":"x"}',
  '{"id":"","type":"x"}',
  '{"id":7,"type":"x"}',
  '{"id":"evt_1"}',
  '{"id":"evt_1","type":null}',
  `{"id":"${'e'.repeat(256)}","type":"x"}`,
])('refuses a signed body that is no event: %s', (payload) => {
  expect(() => verify(sign(payload), payload)).toThrow(NoEventError);
});

test('accepts an event of the second version of the API, which the library refuses to construct', () => {
  const thin = '{"id":"evt_2","object":"v2.core.event","type":"v2.core.account.updated"}';
  expect(verify(sign(thin), thin)).toMatchObject({ id: 'evt_2', type: 'v2.core.account.updated' });
});
