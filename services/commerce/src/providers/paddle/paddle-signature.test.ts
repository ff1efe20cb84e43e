import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { NoEventError, SignatureError } from '../../provider-port/provider.ts';
import { verifyPaddleWebhook } from './paddle-signature.ts';

const NOW = 1_790_000_000_000;
const SECOND = NOW / 1_000;
const secret = 'pdl_ntfset_current';
const body = '{"event_id":"evt_1","event_type":"transaction.completed","name":"Zoë"}';

const hex = (payload: string, at: number | string = SECOND, by = secret): string =>
  createHmac('sha256', by).update(`${at}:${payload}`).digest('hex');

const sign = (payload = body, { at = SECOND, by = secret } = {}): string => `ts=${at};h1=${hex(payload, at, by)}`;

const verify = (header: string | undefined, payload: string | Buffer = body, secrets: readonly string[] = [secret]) =>
  verifyPaddleWebhook(Buffer.from(payload), header === undefined ? {} : { 'paddle-signature': header }, secrets, NOW);

const event = { id: 'evt_1', type: 'transaction.completed', body: JSON.parse(body) as unknown };

test.each([300, 6, 0, -300])('accepts a signature that is %d seconds old', (age) => {
  expect(verify(sign(body, { at: SECOND - age }))).toEqual(event);
});

test('accepts one of several signatures, and each of two secrets, as in a rotation', () => {
  expect(verify(`ts=${SECOND};h1=${hex(body, SECOND, 'other')};h1=${hex(body)}`)).toEqual(event);
  expect(verify(sign(), body, ['next', secret])).toEqual(event);
});

const withMark = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(body)]);

test.each<[string, { header: string | undefined; payload?: string | Buffer; secrets?: readonly string[] }]>([
  ['no header', { header: undefined }],
  ['an empty header', { header: '' }],
  ['a changed byte', { header: sign(), payload: body.replace('evt_1', 'evt_2') }],
  ['a body that was serialised again', { header: sign(), payload: JSON.stringify(JSON.parse(body), null, 1) }],
  ['301 seconds', { header: sign(body, { at: SECOND - 301 }) }],
  ['301 seconds in the future', { header: sign(body, { at: SECOND + 301 }) }],
  ['another secret', { header: sign(body, { by: 'other' }) }],
  ['two times', { header: `ts=1;${sign()}` }],
  ['two times, of which the first is right', { header: `${sign()};ts=1` }],
  ['no time', { header: `h1=${hex(body)}` }],
  ['a time with letters', { header: `ts=${SECOND}x;h1=${hex(body, `${SECOND}x`)}` }],
  ['no signature', { header: `ts=${SECOND}` }],
  ['an empty signature', { header: `ts=${SECOND};h1=` }],
  ['another scheme', { header: sign().replace('h1=', 'h2=') }],
  ['an upper-case signature', { header: `ts=${SECOND};h1=${hex(body).toUpperCase()}` }],
  ['a signature with more characters', { header: `${sign()}00` }],
  ['eleven signatures', { header: `ts=${SECOND}${`;h1=${hex(body)}`.repeat(11)}` }],
  ['a byte order mark', { header: sign(`\ufeff${body}`), payload: withMark }],
  ['bytes that are not UTF-8', { header: sign('{"a":"\ufffd"}'), payload: Buffer.from('{"a":"\xff"}', 'latin1') }],
  ['a connection without a secret', { header: sign(), secrets: [] }],
  ['an empty secret', { header: sign(body, { by: '' }), secrets: [''] }],
])('refuses %s', (_, { header, payload, secrets }) => {
  expect(() => verify(header, payload, secrets)).toThrow(SignatureError);
});

test.each(['no JSON', '[]', '{"event_type":"x"}', '{"event_id":"evt_1"}', '{"event_id":1,"event_type":"x"}', '{"id":"evt_1","type":"x"}'])(
  'takes a signed body without an event as no event: %s',
  (payload) => {
    expect(() => verify(sign(payload), payload)).toThrow(NoEventError);
  },
);
