import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as Postgres } from 'pg';
import { verifiedStripeType } from '../../services/commerce/test/fixtures/stripe-webhook.ts';
import { profileDatabase } from '../documented/profile-database.ts';
import { operator, profile } from '../profile.ts';
import {
  connectPaddle,
  connectStripe,
  currentSeconds,
  paddleSignature,
  sendWebhook,
  stripeSignature,
  type WebhookHeaders,
} from '../provider-webhooks.ts';
import { newSpace } from '../space.ts';

/** A provider with the words of its signatures; each provider sends the same table. */
interface Provider {
  readonly header: string;
  readonly sign: typeof stripeSignature;
  /** The names of the time and of the signature in the header, and what stands between the parts. */
  readonly time: string;
  readonly scheme: string;
  readonly separator: string;
  /** A scheme that is not accepted. */
  readonly otherScheme: string;
  readonly secret: string;
  readonly nextSecret: string;
  /** Returns an event with an id, of a type that changes nothing; its text has characters of two and four bytes. */
  event(id: string): string;
  connect(space_id: string, webhook_secret: string): Promise<string>;
}

const random = () => randomUUID().replaceAll('-', '');
const about = '{"name": "Zoë 🧵", "amount": 1.50}';

const providers: Readonly<Record<string, Provider>> = {
  Stripe: {
    header: 'stripe-signature',
    sign: stripeSignature,
    time: 't',
    scheme: 'v1',
    separator: ',',
    otherScheme: 'v0',
    secret: `whsec_${random()}`,
    nextSecret: `whsec_${random()}`,
    event: (id) => `{"id": "${id}", "object": "event", "type": "customer.created", "livemode": false, "data": {"object": ${about}}}`,
    connect: connectStripe,
  },
  Paddle: {
    header: 'paddle-signature',
    sign: paddleSignature,
    time: 'ts',
    scheme: 'h1',
    separator: ';',
    otherScheme: 'h0',
    secret: `pdl_ntfset_${random()}`,
    nextSecret: `pdl_ntfset_${random()}`,
    event: (id) => `{"event_id": "${id}", "event_type": "address.created", "occurred_at": "2026-05-04T09:00:00Z", "data": ${about}}`,
    connect: connectPaddle,
  },
};

/** A webhook as it is sent: the signature, or several headers, and the bytes. */
interface Sent {
  readonly signature: string | readonly string[];
  readonly body?: string | Buffer;
}

/** A row of the table: its name, the status of the answer, the number of stored webhooks, and how the body is sent. */
type Row = readonly [what: string, status: number, stored: number, send: (body: string, provider: Provider) => Sent];

const mark = '\ufeff';

const rows: readonly Row[] = [
  ['as it was signed', 200, 1, (body, { sign, secret }) => ({ signature: sign(body, secret) })],
  ['200 seconds old', 200, 1, (body, { sign, secret }) => ({ signature: sign(body, secret, { at: currentSeconds() - 200 }) })],
  [
    'with a clock that is 200 seconds ahead',
    200,
    1,
    (body, { sign, secret }) => ({ signature: sign(body, secret, { at: currentSeconds() + 200 }) }),
  ],
  [
    'with two signatures, the second of which is right',
    200,
    1,
    (body, { sign, secret, nextSecret, separator }) => {
      const at = currentSeconds();
      const [time, wrong] = sign(body, nextSecret, { at }).split(separator);
      return { signature: [time, wrong, sign(body, secret, { at }).split(separator)[1]].join(separator) };
    },
  ],
  ['with one changed byte', 400, 0, (body, { sign, secret }) => ({ signature: sign(body, secret), body: body.replace('1.50', '1.51') })],
  [
    'parsed and written again',
    400,
    0,
    (body, { sign, secret }) => ({ signature: sign(body, secret), body: JSON.stringify(JSON.parse(body)) }),
  ],
  ['600 seconds old', 400, 0, (body, { sign, secret }) => ({ signature: sign(body, secret, { at: currentSeconds() - 600 }) })],
  [
    'with a clock that is 600 seconds ahead',
    400,
    0,
    (body, { sign, secret }) => ({ signature: sign(body, secret, { at: currentSeconds() + 600 }) }),
  ],
  [
    'with a clock that is a day ahead',
    400,
    0,
    (body, { sign, secret }) => ({ signature: sign(body, secret, { at: currentSeconds() + 86_400 }) }),
  ],
  ['signed with another secret', 400, 0, (body, { sign, nextSecret }) => ({ signature: sign(body, nextSecret) })],
  [
    'signed in another scheme only',
    400,
    0,
    (body, { sign, secret, otherScheme }) => ({ signature: sign(body, secret, { scheme: otherScheme }) }),
  ],
  [
    'with a signature in upper case',
    400,
    0,
    (body, { sign, secret, scheme }) => {
      const [before, hex] = sign(body, secret).split(`${scheme}=`);
      return { signature: `${before}${scheme}=${hex!.toUpperCase()}` };
    },
  ],
  [
    'with two signature headers, both of them right',
    400,
    0,
    (body, { sign, secret }) => ({ signature: [sign(body, secret), sign(body, secret)] }),
  ],
  [
    'with two times, the last of which is right',
    400,
    0,
    (body, { sign, secret, time, separator }) => ({
      signature: `${time}=1${separator}${sign(body, secret)}`,
    }),
  ],
  [
    'with the right time twice',
    400,
    0,
    (body, { sign, secret, time, separator }) => {
      const at = currentSeconds();
      return { signature: `${time}=${at}${separator}${sign(body, secret, { at })}` };
    },
  ],
  [
    'with a byte order mark that the signature lacks',
    400,
    0,
    (body, { sign, secret }) => ({ signature: sign(body, secret), body: mark + body }),
  ],
  [
    'with a byte order mark that the signature includes',
    400,
    0,
    (body, { sign, secret }) => ({ signature: sign(mark + body, secret), body: mark + body }),
  ],
  ['without its signature', 400, 0, () => ({ signature: [] })],
  [
    'with an empty signature',
    400,
    0,
    (body, { sign, secret, scheme }) => ({ signature: sign(body, secret).replace(new RegExp(`${scheme}=.*`), `${scheme}=`) }),
  ],
  [
    'with bytes that are not UTF-8',
    400,
    0,
    (body, { sign, secret }) => ({
      // A decoder reads the byte as the replacement character, so that a signature of the decoded text would fit.
      signature: sign(body.replace('1.50', '"\ufffd"'), secret),
      body: Buffer.concat([Buffer.from(body.split('1.50')[0]!), Buffer.from([0x22, 0xff, 0x22]), Buffer.from(body.split('1.50')[1]!)]),
    }),
  ],
  ['empty, with the signature of the event', 400, 0, (body, { sign, secret }) => ({ signature: sign(body, secret), body: '' })],
  // It comes from the provider, so it is stored for people to see; but no event follows from it.
  ['empty, with its own signature', 400, 1, (_body, { sign, secret }) => ({ signature: sign('', secret), body: '' })],
];

let database: Postgres;
beforeAll(async () => {
  database = new Postgres({ connectionString: profile.database_url ?? (await profileDatabase()) });
  await database.connect();
});
afterAll(() => database.end());

const sha256 = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex');

/** Returns the digests and states of the stored webhooks of a connection. */
async function storedOf(id: string): Promise<readonly { readonly hash: string; readonly isEvent: boolean }[]> {
  const { rows: stored } = await database.query<{ hash: string; isEvent: boolean }>(
    `select encode(hash, 'hex') as hash, status <> 'no_event' as "isEvent" from commerce.inbox where integration_id = $1 order by seq`,
    [id],
  );
  return stored;
}

const headersOf = ({ header }: Provider, signature: string | readonly string[]): WebhookHeaders =>
  signature.length === 0 ? {} : { [header]: signature };

describe.each(Object.entries(providers))('a webhook of %s', (_name, provider) => {
  let id: string;
  beforeAll(async () => {
    id = await provider.connect((await newSpace()).space_id, provider.secret);
  });

  test.each(rows)('%s is answered %i and stored %i times', async (_what, status, stored, send) => {
    const event = provider.event(`evt_${random()}`);
    const { signature, body = event } = send(event, provider);
    const before = await storedOf(id);
    expect(await sendWebhook(id, headersOf(provider, signature), Buffer.from(body))).toBe(status);
    // The provider repeats itself.
    expect(await sendWebhook(id, headersOf(provider, signature), Buffer.from(body))).toBe(status);
    const expected = Array.from({ length: stored }, () => ({ hash: sha256(body), isEvent: status === 200 }));
    expect((await storedOf(id)).slice(before.length)).toEqual(expected);
  });

  test('signed with the previous secret, the next one or both is accepted after a rotation, and stored once each', async () => {
    const { space_id } = await newSpace();
    const { secret, nextSecret, sign, separator } = provider;
    const rotated = await provider.connect(space_id, secret);
    await operator.payment_settings.rotate_secret({ space_id, id: rotated, webhook_secret: nextSecret });
    const send = async (signatureOf: (body: string) => string) => {
      const body = provider.event(`evt_${random()}`);
      return sendWebhook(rotated, headersOf(provider, signatureOf(body)), Buffer.from(body));
    };
    const at = currentSeconds();
    expect([
      await send((body) => sign(body, secret)),
      await send((body) => sign(body, nextSecret)),
      await send((body) => [sign(body, nextSecret, { at }), sign(body, secret, { at }).split(separator)[1]].join(separator)),
      await send((body) => sign(body, `${secret}x`)),
    ]).toEqual([200, 200, 200, 400]);
    expect(await storedOf(rotated)).toHaveLength(3);
  });
});

test('a header that is made as Stripe documents it is accepted by the official library and over the route', async () => {
  const { secret, event, header } = providers.Stripe!;
  const id = await connectStripe((await newSpace()).space_id, secret);
  const body = event(`evt_${random()}`);
  const at = currentSeconds();
  const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  expect(verifiedStripeType(body, signature, secret)).toBe('customer.created');
  expect(await sendWebhook(id, { [header]: signature }, Buffer.from(body))).toBe(200);
});
